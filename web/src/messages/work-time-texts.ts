/** When notifications may reach one. */
export const workTimeTexts = {
  title: 'Horario de avisos',
  lead: 'Fuera de estos días y horas tus avisos esperan.',
  days: 'Días',
  weekdays: ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'],
  from: 'Desde',
  to: 'Hasta',
} as const;
