import { pluralize } from './phrases.ts';
import { validation } from './validation.ts';

/** Topics given to people of other departments (specification, sections 2, 5 and 8). */
export const assignmentTexts = {
  title: 'ASIGNACIÓN DE TEMA EXTERNO',
  none: 'Ningún tema asignado a externos',
  count: (count: number) => pluralize(count, 'asignación', 'asignaciones'),
  people: (count: number) => pluralize(count, 'persona', 'personas'),
  search: 'Buscar asignación',
  noMatch: (query: string) => `Ninguna asignación coincide con «${query}».`,
  empty: 'Nadie trabaja en temas de otro departamento. Asigna un tema para que pueda hacerlo.',

  topic: 'Tema',
  employeeNumber: 'Número',
  employee: 'Empleado',
  level: 'Nivel',
  position: 'Puesto',
  removeColumn: 'Eliminar',
  remove: (topic: string, person: string) => `Eliminar asignación de ${topic} a ${person}`,

  assign: 'Asignar tema',
  assignTitle: 'Asignar tema a externo',
  assignLead: 'La persona podrá registrar y recibir actividades de un tema que no es de su departamento.',
  topicPlaceholder: 'Selecciona un tema',
  topicSearch: 'Buscar tema',
  noTopics: 'No hay temas de un departamento',
  topicHint: validation.topicGeneral,
  employeePlaceholder: 'Selecciona a un empleado',
  employeeFirstTopic: 'Selecciona primero un tema',
  employeeSearch: 'Buscar por nombre o número',
  noEmployees: 'Nadie más de otro departamento',
  assignFailed: 'Error al asignar el proyecto.',
  assigned: 'Tema asignado.',

  removeTitle: '¿Eliminar la asignación?',
  removeBody: (person: string, topic: string) =>
    `${person} ya no podrá registrar ni recibir actividades de «${topic}». Las que ya tiene siguen igual.`,
  removeConfirm: 'Sí, eliminar',
  removeKeep: 'No',
  removeFailed: 'No se pudo eliminar la asignación.',
  removed: 'Asignación eliminada.',
} as const;
