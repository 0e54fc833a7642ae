import type { TemplateFields } from '../../src/persistence/activity-templates.ts';

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
