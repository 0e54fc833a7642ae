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
