import type { TemplateFields } from '../../src/persistence/topics/topics.ts';

/** Topics (Temas), each with the department they belong to and who from elsewhere was assigned to them. */
export const topics = [
  {
    name: 'Seguridad e higiene',
    department: 'GENERAL',
    description: 'Brigadas, recorridos, equipo de protección y cumplimiento de normas de la Secretaría del Trabajo.',
    outsiders: [],
  },
  {
    name: 'Producción de la línea 1',
    department: 'Operaciones',
    description: 'Cocimiento, llenado y etiquetado de salsas y chiles en vinagre.',
    outsiders: ['martin.nunez', 'maria.fernanda', 'lucia.zarate'],
  },
  {
    name: 'Mejora continua',
    department: 'Operaciones',
    description: 'Proyectos para reducir merma, tiempos muertos y consumo de agua.',
    outsiders: ['noemi.arguelles', 'ulises.banuelos', 'lorena.pinon'],
  },
  {
    name: 'Mantenimiento preventivo',
    department: 'Mantenimiento',
    description: 'Rutinas programadas de marmitas, autoclaves, bandas y compresores.',
    outsiders: ['empleado', 'hector.briseno'],
  },
  {
    name: 'Servicios e instalaciones',
    department: 'Mantenimiento',
    description: 'Edificio, vapor, agua helada, subestación y planta tratadora.',
    outsiders: ['ivan.cedeno'],
  },
  {
    name: 'Certificación FSSC 22000',
    department: 'Calidad',
    description: 'Preparación de la auditoría de inocuidad y cierre de sus hallazgos.',
    outsiders: ['empleado', 'maria.castaneda', 'saul.quinones', 'tomas.urena'],
  },
  {
    name: 'Reclutamiento y capacitación',
    department: 'Recursos Humanos',
    description: 'Vacantes, inducción, plan anual de capacitación y clima laboral.',
    outsiders: ['monica.arrona'],
  },
  {
    name: 'Cierre mensual',
    department: 'Finanzas',
    description: 'Conciliaciones, costos, impuestos y estados financieros.',
    outsiders: ['teresa.ocana', 'carmen.avina'],
  },
  {
    name: 'Mesa de ayuda y ERP',
    department: 'Sistemas',
    description: 'Solicitudes de usuarios, redes, respaldos y ajustes del ERP.',
    outsiders: [],
  },
  {
    name: 'Embarques y rutas',
    department: 'Logística',
    description: 'Programación de unidades, citas en cedis y entregas a clientes.',
    outsiders: ['joaquin.ledon'],
  },
  {
    name: 'Inventarios cíclicos',
    department: 'Logística',
    description: 'Conteos, diferencias, caducidades y acomodo del almacén.',
    outsiders: ['gerardo.acuna', 'empleado', 'rocio.vidana'],
  },
  {
    name: 'Cuentas clave',
    department: 'Ventas',
    description: 'Autoservicios, mayoristas y marcas propias.',
    outsiders: ['adrian.marino'],
  },
] as const satisfies { name: string; department: string; description: string; outsiders: string[] }[];

export type TopicName = (typeof topics)[number]['name'];

/** What evidence can show; the API draws each. */
export type PictureName =
  | 'aisle'
  | 'barChart'
  | 'boxes'
  | 'document'
  | 'floorPlan'
  | 'gauge'
  | 'label'
  | 'screen'
  | 'tank'
  | 'trend'
  | 'truck';

/** An activity's text, the resolution it ends with, and what its evidence shows. */
export type Piece = readonly [description: string, resolution: string, picture: PictureName | undefined];
export type PiecesByTopic = Record<TopicName, readonly Piece[]>;

/** What comes again in the demo company, by topic. */
export const templates: readonly (TemplateFields & { topic: string })[] = [
  {
    topic: 'Servicios e instalaciones',
    description: 'Apertura de sucursal',
    days: 30,
    priority: 'high',
    repeats: null,
    checklist: [
      'Licencia de funcionamiento a la vista',
      'Contratos de luz y agua a nombre de la empresa',
      'Extintores y salidas señaladas',
      'Inventario inicial contado y firmado',
      'Terminales de cobro probadas',
      'Personal capacitado y con uniforme',
      'Letrero exterior instalado',
    ],
    minimumImages: 4,
  },
  {
    topic: 'Mejora continua',
    description: 'Auditoría 5S',
    days: 7,
    priority: 'normal',
    repeats: 'month',
    checklist: [
      'Seleccionar: nada innecesario en el área',
      'Ordenar: cada cosa en su lugar y rotulada',
      'Limpiar: pisos, máquinas y estantes',
      'Estandarizar: ayudas visuales vigentes',
      'Disciplina: hallazgos anteriores cerrados',
    ],
    minimumImages: 2,
  },
  {
    topic: 'Cierre mensual',
    description: 'Cierre mensual',
    days: 5,
    priority: 'critical',
    repeats: 'month',
    checklist: [
      'Bancos conciliados',
      'Facturas del mes registradas',
      'Nómina y cuotas provisionadas',
      'Inventario valuado',
      'Balanza revisada y firmada',
    ],
    minimumImages: 0,
  },
];
