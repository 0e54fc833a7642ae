const counted = (count: number, one: string, many: string) => `${count.toLocaleString('es-MX')} ${count === 1 ? one : many}`;

/** The dialog of the bulk upload (docs/product.md, 9; docs/product.md, 5). */
export const importDialog = {
  open: 'Carga masiva',
  title: 'Carga masiva de usuarios',
  lead: 'Un libro de Excel con una persona por fila. Primero lo revisamos; nada se guarda hasta que confirmes.',
  choose: 'Elige un archivo o arrástralo aquí',
  rule: '.xlsx o .xls, hasta 2 MB y 5,000 personas',
  chosen: (name: string) => `Archivo elegido: ${name}`,
  change: 'Haz clic o arrastra otro para cambiarlo',
  file: 'Archivo de Excel',
  template: 'Descargar plantilla',
  downloadFailed: 'No se pudo descargar el archivo.',
  review: 'Revisar',
  reviewFailed: 'No se pudo revisar el archivo.',
  register: (count: number) => `Registrar ${counted(count, 'usuario', 'usuarios')}`,
  registerFailed: 'Error al registrar el usuario.',
  registered: (count: number) => `${counted(count, 'usuario cargado', 'usuarios cargados')}.`,
  invited: 'Cada persona recibirá una invitación por correo.',

  result: 'Resultado de la revisión',
  ready: (count: number) => counted(count, 'persona lista para registrarse', 'personas listas para registrarse'),
  privileged: (count: number) =>
    `Por su puesto, ${counted(count, 'persona podrá', 'personas podrán')} ver y administrar todo. Confirma que así debe ser.`,
  privilegedConfirm: 'Sí, podrán ver y administrar todo',
  privilegedMark: 'Podrá ver y administrar todo',
  shown: (shown: number, total: number) => `Se muestran ${shown.toLocaleString('es-MX')} de ${total.toLocaleString('es-MX')}.`,
  mistakes: (count: number) => counted(count, 'dato por corregir', 'datos por corregir'),
  annotated: 'Descargar con los errores señalados',
  row: 'Fila',
  column: 'Columna',
  value: 'Dato',
  reason: 'Motivo',
  blank: 'vacío',
  person: 'Persona',
  email: 'Correo',
  position: 'Puesto',
} as const;
