/** Sentences for wrong input, shared by forms, API and bot. Quoted ones are the specification's, sections 5 and 8. */
export const validation = {
  required: 'Este campo es obligatorio.',
  notText: 'Este campo debe ser un texto.',
  notNumber: 'Este campo debe ser un número entero positivo.',
  notOneValue: 'Este campo lleva un solo valor, no una lista ni un objeto.',
  notList: 'Este campo lleva una lista de valores.',
  notYesNo: 'Este campo lleva true o false.',
  tooManyValues: (max: number) => `Elige ${max} valores como máximo.`,
  tooManyRows: (max: number) => `Pide ${max} filas por página como máximo.`,
  searchTooShort: 'Escribe dos letras o más, o un folio.',
  repeated: 'Cada valor va una sola vez.',
  kindRepeated: 'Cada aviso va una sola vez.',
  notDate: 'Escribe una fecha válida con la forma AAAA-MM-DD.',
  notAnOption: (options: string) => `Elige una de estas opciones: ${options}.`,
  tooLong: (max: number) => `Escribe ${max} caracteres como máximo.`,
  oddCharacters: 'El texto contiene caracteres de control que no se pueden guardar.',
  unknown: 'Este valor no es válido.',
  summary: 'Revisa los campos señalados.',

  emailRequired: 'El correo electrónico es requerido.',
  emailInvalid: 'El correo electrónico no es válido.',
  passwordRequired: 'La contraseña es requerida.',
  passwordTooShort: 'La contraseña debe tener al menos 6 caracteres.',
  resetEmailInvalid: 'Por favor, ingrese un correo electrónico válido.',
  resetTokenInvalid: 'Por favor, ingrese un token válido.',
  resetPasswordInvalid: 'La contraseña debe tener entre 8 y 16 caracteres y solo letras, números y espacios.',
  resetPasswordsDiffer: 'Las contraseñas no coinciden.',

  passwordsDiffer: 'Las contraseñas no coinciden',
  passwordUnchanged: 'La nueva contraseña no puede ser igual a la actual',
  profilePasswordInvalid:
    'La contraseña debe tener entre 8 y 12 caracteres: solo letras, números, espacios, guiones y guiones bajos; el máximo es 12.',
  currentPasswordRequired: 'Escribe tu contraseña actual.',
  currentPasswordWrong: 'La contraseña actual no es correcta.',
  photoMissing: 'Por favor selecciona una imagen válida',
  photosTooMany: 'Solo puedes cargar una imagen.',
  departmentUnknown: 'Selecciona un departamento de la lista, o GENERAL.',
  employeeUnknown: 'Selecciona a un empleado activo de la lista.',
  reassignToUnknown: 'Selecciona a otra persona activa para que se haga cargo.',
  tokenExpiry: (latest: string) => `Elige una fecha de vencimiento desde hoy y hasta el ${latest}.`,

  commentBlank: 'El comentario no puede estar vacío.',
  rejectionBlank: 'Debe agregar un comentario para marcar el rechazo.',
  extensionIncomplete: 'Debe completar ambos campos para registrar la extensión.',
  extensionTooEarly: (earliest: string) => `La nueva fecha no puede ser anterior al ${earliest}.`,
  dueInPast: 'La fecha de finalización no puede ser anterior a hoy.',
  dueFixed: 'La fecha solo se corrige en la primera hora y antes de iniciar el trabajo. Después, extiende la fecha de entrega.',
  lapseMissing: 'Selecciona el lapso de repetición: semanal (week), mensual (month) o anual (year).',
  lapseUnexpected: 'El lapso de repetición solo se elige cuando la actividad es repetible.',
  topicGeneral: 'Los temas GENERAL no se asignan: ya son de todos.',
  employeeNotExternal: 'Esta persona ya es del departamento del tema. Selecciona a alguien de otro departamento.',
  topicUnknown: 'Selecciona un tema de la lista.',
  assigneeUnknown: 'Selecciona un responsable de la lista de ese tema.',
  topicNotOfAssignee: 'El responsable no puede trabajar en ese tema. Selecciona otro tema, o reasigna la actividad.',
  assigneeUnchanged: 'Selecciona a otra persona: esta ya es la responsable.',
  assigneeNotEligible: (names: string) => `No pueden ser responsables de este tema: ${names}.`,
  imagesRequired: 'Debe seleccionar al menos una imagen.',
  imagesTooMany: 'Solo puedes cargar un máximo de 4 imágenes.',
  imagesWrongType: 'Solo se permiten imágenes PNG o JPG.',
  unexpectedFile: 'Este campo no recibe archivos.',
} as const;

/** What is said of an input with mistakes, given its sentences by field: the only one, else that there are some. */
export function invalidInput(fields: Readonly<Record<string, string>>): string {
  const sentences = Object.values(fields);
  return sentences.length === 1 ? (sentences[0] as string) : validation.summary;
}
