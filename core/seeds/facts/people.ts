import type { NewPerson } from '../../src/persistence/people/users.ts';

type Row = [
  key: string,
  firstName: string,
  lastName: string,
  level: string,
  position: string,
  rest?: Partial<Pick<NewPerson, 'alias' | 'phone' | 'kind'>>,
];

/** Who works where, by department; the key is the address before @demo.mx. */
const staff: Record<string, Row[]> = {
  Operaciones: [
    ['gerente', 'Alejandra', 'Ibáñez Montaño', 'Gerencia', 'GERENTE DE OPERACIONES', { alias: 'Ale', phone: '442 218 4410' }],
    ['supervisor', 'Ramón', 'Ordóñez Núñez', 'Jefatura', 'SUPERVISOR DE PRODUCCIÓN', { alias: 'Moncho', phone: '442 218 4411' }],
    ['empleado', 'José Ángel', 'Muñoz Peña', 'Analista', 'Analista de producción', { alias: 'Pepe', phone: '442 218 4412' }],
    ['maria.castaneda', 'María Guadalupe', 'Castañeda Ríos', 'Coordinación', 'Coordinadora de línea', { alias: 'Lupita' }],
    ['hector.briseno', 'Héctor', 'Briseño Zamudio', 'Operativo', 'Operador de llenado'],
    ['xochitl.tecpa', 'Xóchitl', 'Tecpa Saldaña', 'Operativo', 'Operadora de etiquetado'],
    ['inactivo', 'Óscar', 'Íñiguez Zúñiga', 'Operativo', 'Operador de empaque', { phone: '442 218 4415' }],
  ],
  Mantenimiento: [
    ['rogelio.pena', 'Rogelio', 'de la Peña Garduño', 'Gerencia', 'GERENTE DE MANTENIMIENTO', { phone: '442 218 4420' }],
    ['efrain.ceniceros', 'Efraín', 'Ceniceros Ocaña', 'Coordinación', 'Coordinador de taller'],
    ['martin.nunez', 'Martín', 'Núñez Cabañas', 'Operativo', 'Técnico electromecánico', { alias: 'Tino' }],
    ['aaron.solis', 'Aarón', 'Solís Tafoya', 'Operativo', 'Técnico de refrigeración'],
    ['noemi.arguelles', 'Noemí', 'Argüelles Pacheco', 'Analista', 'Planeadora de mantenimiento'],
  ],
  Calidad: [
    ['beatriz.luna', 'Beatriz', 'Luna Sepúlveda', 'Gerencia', 'GERENTE DE CALIDAD', { phone: '442 218 4430' }],
    [
      'maria.fernanda',
      'María Fernanda del Sagrado Corazón',
      'de la Peña y Fernández de Córdoba Villaseñor Montemayor Nuño',
      'Analista',
      'Analista de laboratorio',
      { alias: 'Mafer' },
    ],
    ['ulises.banuelos', 'Ulises', 'Bañuelos Trejo', 'Analista', 'Auditor interno'],
    ['rocio.vidana', 'Rocío', 'Vidaña Cuéllar', 'Operativo', 'Inspectora de recibo'],
  ],
  'Recursos Humanos': [
    ['patricia.munguia', 'Patricia', 'Munguía Cordero', 'Gerencia', 'GERENTE DE RECURSOS HUMANOS', { phone: '442 218 4440' }],
    ['saul.quinones', 'Saúl', 'Quiñones Ávila', 'Coordinación', 'Coordinador de capacitación'],
    ['daniela.espana', 'Daniela', 'España Robledo', 'Analista', 'Reclutadora'],
    ['teresa.ocana', 'Teresa', 'Ocaña Villegas', 'Analista', 'Analista de nómina'],
  ],
  Finanzas: [
    ['ignacio.trevino', 'Ignacio', 'Treviño Garza', 'Gerencia', 'CONTRALOR GENERAL', { alias: 'Nacho', phone: '442 218 4450' }],
    ['lorena.pinon', 'Lorena', 'Piñón Escandón', 'Coordinación', 'Contadora de costos'],
    ['gerardo.acuna', 'Gerardo', 'Acuña Bermúdez', 'Analista', 'Analista de cuentas por pagar'],
    ['silvia.yepez', 'Silvia', 'Yépez Camarena', 'Analista', 'Analista de tesorería'],
    ['raul.escamilla', 'Raúl', 'Escamilla Oñate', 'Analista', 'Auxiliar contable'],
  ],
  Sistemas: [
    [
      'desarrollo',
      'Itzel Citlali',
      'Yáñez Cárdenas',
      'Coordinación',
      'Líder de desarrollo',
      { kind: 'Desarrollador', phone: '442 218 4460' },
    ],
    ['ivan.cedeno', 'Iván', 'Cedeño Lugo', 'Analista', 'Administrador de redes'],
    ['monica.arrona', 'Mónica', 'Arroña Delgado', 'Analista', 'Soporte técnico'],
    ['abel.maldonado', 'Abel', 'Maldonado Ponce', 'Analista', 'Programador', { kind: 'Desarrollador' }],
  ],
  Logística: [
    ['carmen.avina', 'Carmen', 'Aviña Lozano', 'Gerencia', 'GERENTE DE LOGÍSTICA', { phone: '442 218 4470' }],
    ['tomas.urena', 'Tomás', 'Ureña Cisneros', 'Jefatura', 'SUPERVISOR DE ALMACÉN'],
    ['lucia.zarate', 'Lucía', 'Zárate Peñaloza', 'Analista', 'Analista de inventarios'],
    ['fermin.galvan', 'Fermín', 'Galván Ortuño', 'Operativo', 'Montacarguista'],
    ['adrian.marino', 'Adrián', 'Mariño Sandoval', 'Analista', 'Coordinador de embarques'],
    ['blanca.huicochea', 'Blanca', 'Huicochea Rangel', 'Operativo', 'Almacenista'],
  ],
  Ventas: [
    ['sergio.bolanos', 'Sergio', 'Bolaños Urrutia', 'Gerencia', 'GERENTE COMERCIAL', { phone: '442 218 4480' }],
    ['paulina.nino', 'Paulina', 'Niño de Rivera', 'Analista', 'Ejecutiva de cuentas clave', { alias: 'Pau' }],
    ['joaquin.ledon', 'Joaquín', 'Ledón Armenta', 'Analista', 'Ejecutivo de mayoreo'],
    ['renata.iturbe', 'Renata', 'Iturbe Magaña', 'Analista', 'Atención a clientes'],
    ['eduardo.o_farrill', 'Eduardo', "O'Farrill Santibáñez", 'Analista', 'Promotor de autoservicio'],
  ],
};

const DEMO_DOMAIN = 'demo.mx';

const personOf = (department: string, [key, firstName, lastName, level, position, rest]: Row) => ({
  key,
  firstName,
  lastName,
  level,
  department,
  position,
  email: `${key}@${DEMO_DOMAIN}`,
  alias: rest?.alias ?? null,
  phone: rest?.phone ?? null,
  kind: rest?.kind ?? 'Usuario',
});

/** The forty, with employee numbers in the order of the table. */
export const people: (NewPerson & { key: string })[] = Object.entries(staff)
  .flatMap(([department, rows]) => rows.map((row) => personOf(department, row)))
  .map((person, index) => ({ ...person, employeeNumber: String(10_014 + 37 * index) }));

/** Left the company: what they answered for is closed. */
export const inactive = ['inactivo', 'raul.escamilla'];

/** Invited a few days ago and yet to choose a password. */
export const invited = ['eduardo.o_farrill', 'blanca.huicochea'];

/** These people have another boss than the head of the department, who is the first in its table. */
const bosses: Readonly<Record<string, string>> = {
  empleado: 'supervisor',
  'maria.castaneda': 'supervisor',
  'hector.briseno': 'maria.castaneda',
  'xochitl.tecpa': 'maria.castaneda',
  'fermin.galvan': 'tomas.urena',
  'blanca.huicochea': 'tomas.urena',
};

/** The key of a person's boss; the head of a department has none. */
export function bossOf({ key, department }: { key: string; department: string }): string | undefined {
  const head = staff[department]?.[0]?.[0];
  return bosses[key] ?? (head === key ? undefined : head);
}

/** Away for a week since the day before yesterday, with the person who acts in their place. */
export const absence = { person: 'adrian.marino', substitute: 'lucia.zarate', beganDaysAgo: 2, endsInDays: 5 };
