import type { EditedField } from '../domain/refusal.ts';

const labels: Readonly<Record<EditedField, string>> = {
  description: 'Descripción',
  topic: 'Tema',
  priority: 'Prioridad',
  dueOn: 'Fecha de finalización',
  repeats: 'Repetición',
  assignee: 'Responsable',
  employeeNumber: 'Número de empleado',
  firstName: 'Nombre',
  lastName: 'Apellidos',
  email: 'Correo electrónico',
  level: 'Nivel',
  department: 'Departamento',
  position: 'Puesto',
  alias: 'Alias',
  phone: 'Teléfono',
  kind: 'Tipo de usuario',
  manager: 'Jefe',
};
const EXCERPT_MAX = 120;
const excerpt = (text: string | null) => {
  if (!text) return 'sin valor';
  return text.length > EXCERPT_MAX ? `«${text.slice(0, EXCERPT_MAX - 1)}…»` : `«${text}»`;
};

/** Says what somebody else made of what one was editing, and how to have one's own way all the same. */
export const outdatedEdit = (now: Readonly<Partial<Record<EditedField, string | null>>>): string => {
  const facts = Object.entries(now).map(([field, value]) => `${labels[field as EditedField]}: ${excerpt(value)}`);
  return `Alguien más lo cambió mientras lo editabas. Ahora dice ${facts.join('; ')}. Si guardas de nuevo, queda lo tuyo.`;
};
