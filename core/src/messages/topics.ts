import { pluralize } from './phrases.ts';
/** The topics of the company and their dialogs (specification, sections 2, 5 and 8). */
export const topicTexts = {
  title: 'REGISTRO DE TEMAS',
  none: 'Ningún tema registrado',
  count: (count: number) => pluralize(count, 'tema', 'temas'),
  departments: (count: number) => pluralize(count, 'departamento', 'departamentos'),
  search: 'Buscar tema',
  noMatch: (query: string) => `Ningún tema coincide con «${query}».`,
  empty: 'Todavía no hay temas. Registra el primero para poder asignar actividades.',

  id: 'ID',
  name: 'Tema',
  description: 'Descripción',
  department: 'Departamento',
  noDescription: 'Sin descripción',
  editColumn: 'Editar',
  edit: (name: string) => `Editar tema ${name}`,

  register: 'Registrar tema',
  registerTitle: 'Registrar tema',
  nameHint: 'No se repite, aunque sea de otro departamento.',
  choose: 'Selecciona un departamento',
  generalHint: 'GENERAL: lo puede usar toda la empresa.',
  registerFailed: 'Error al registrar el tema.',
  registered: 'Tema registrado.',

  editTitle: 'Editar tema',
  editSubmit: 'Guardar cambios',
  editFailed: 'Error al actualizar el tema.',
  edited: 'Tema actualizado.',
} as const;
