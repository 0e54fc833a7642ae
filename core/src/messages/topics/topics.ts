import { frame } from '../layout.ts';
import { pluralize } from '../phrases.ts';
import { validation } from '../validation.ts';
/** The topics of the company and their dialogs (docs/product.md, 2.6). */
export const topicTexts = {
  title: 'REGISTRO DE TEMAS',
  none: 'Ningún tema registrado',
  count: (count: number) => pluralize(count, 'tema', 'temas'),
  departments: (count: number) => pluralize(count, 'departamento', 'departamentos'),
  search: 'Buscar tema',
  noMatch: (query: string) => (query ? `Ningún tema coincide con «${query}».` : 'Ningún tema está en ese filtro.'),
  empty: 'Todavía no hay temas. Registra el primero para poder asignar actividades.',

  id: 'ID',
  name: 'Tema',
  description: 'Descripción',
  department: 'Departamento',
  open: 'Abiertas',
  openOf: (count: number, topic: string) => `${pluralize(count, 'abierta', 'abiertas')} de ${topic}`,
  noDescription: 'Sin descripción',
  acts: 'Acciones',
  editColumn: 'Editar',
  edit: (name: string) => `Editar tema ${name}`,

  register: 'Registrar tema',
  registration: { title: 'Registrar tema', confirm: 'Registrar tema', failed: 'Error al registrar el tema.', done: 'Tema registrado.' },
  nameHint: 'No se repite, aunque sea de otro departamento.',
  choose: 'Selecciona un departamento',
  chooseOrType: 'Busca uno, o escribe uno nuevo',
  newDepartment: (name: string) => `${name} (nuevo)`,
  generalHint: 'GENERAL: lo puede usar toda la empresa.',

  edition: { title: 'Editar tema', confirm: frame.saveChanges, failed: 'Error al actualizar el tema.', done: 'Tema actualizado.' },
} as const;

/** Channels of a chat in which the work of a topic is announced, for those who administer them. */
export const topicChannelTexts = {
  title: 'Temas que se avisan en un canal',
  lead: 'Canales de Slack o Teams en los que se avisa, con folios y cifras, de lo que pasa con un tema. Se piden en el canal con «tema» y su nombre.',
  none: 'Ningún canal todavía. Por ejemplo, escribe «tema Mejora continua» en el canal.',
  topic: 'Tema',
  channel: 'Canal',
  service: 'Chat',
  subscriber: 'Lo pidió',
  startedOn: 'Desde',
  count: (count: number) => pluralize(count, 'canal', 'canales'),
  in: (channel: string, service: string) => `${channel}, en ${service}`,
  since: (subscriber: string, day: string) => `Lo pidió ${subscriber} · desde el ${day}`,
  remove: (topic: string, channel: string) => `Dejar de avisar de ${topic} en ${channel}`,
  removal: {
    title: '¿Dejar de avisar en este canal?',
    body: (topic: string, channel: string) => `En ${channel} ya no se avisará del tema ${topic}.`,
    confirm: 'Sí, dejar de avisar',
    failed: 'No se pudo dejar de avisar.',
    done: 'Ya no se avisará en ese canal.',
  },
} as const;

/** Topics given to people of other departments (docs/product.md, 2.6). */
export const assignmentTexts = {
  title: 'ASIGNACIÓN DE TEMA EXTERNO',
  none: 'Ningún tema asignado a externos',
  count: (count: number) => pluralize(count, 'asignación', 'asignaciones'),
  people: (count: number) => pluralize(count, 'persona', 'personas'),
  explained: 'Un tema externo es de otro departamento: quien lo tiene asignado puede registrar y recibir sus actividades.',
  search: 'Buscar asignación',
  noMatch: (query: string) => (query ? `Ninguna asignación coincide con «${query}».` : 'Ninguna asignación está en ese filtro.'),
  empty: 'Nadie trabaja en temas de otro departamento. Asigna un tema para que pueda hacerlo.',

  topic: 'Tema',
  employeeNumber: 'Número',
  employee: 'Empleado',
  employees: 'Empleados',
  level: 'Nivel',
  position: 'Puesto',
  removeColumn: 'Eliminar',
  remove: (topic: string, person: string) => `Eliminar asignación de ${topic} a ${person}`,

  assign: 'Asignar tema',
  assignment: {
    title: 'Asignar tema a externo',
    confirm: 'Asignar tema',
    failed: 'Error al asignar el proyecto.',
    done: 'Tema asignado.',
  },
  assignLead: 'La persona podrá registrar y recibir actividades de un tema que no es de su departamento.',
  topicPlaceholder: 'Selecciona un tema',
  topicSearch: 'Buscar tema',
  noTopics: 'No hay temas de un departamento',
  topicHint: validation.topicGeneral,
  employeePlaceholder: 'Selecciona a un empleado',
  employeeFirstTopic: 'Selecciona primero un tema',
  employeeSearch: 'Buscar por nombre o número',
  noEmployees: 'Nadie más de otro departamento',

  removal: {
    title: '¿Eliminar la asignación?',
    body: (person: string, topic: string) =>
      `${person} ya no podrá registrar ni recibir actividades de «${topic}». Las que ya tiene siguen igual.`,
    confirm: 'Sí, eliminar',
    failed: 'No se pudo eliminar la asignación.',
    done: 'Asignación eliminada.',
  },
} as const;
