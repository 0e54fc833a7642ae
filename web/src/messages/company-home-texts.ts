import { pluralize } from '@bitacora/core/messages/phrases';

/** The charts of compliance at Home. */
export const charts = {
  title: 'Cumplimiento de la empresa',
  departments: 'Por departamento',
  weeks: 'Por semana de entrega',
  department: 'Departamento',
  week: 'Semana del',
  total: 'Totales',
  finished: 'Finalizadas',
  compliance: 'Cumplimiento',
  percent: (percent: number) => `${percent} %`,
  share: (finished: number, total: number) => `${finished.toLocaleString('es-MX')} de ${total.toLocaleString('es-MX')}`,
  asTable: 'Ver tabla',
  asChart: 'Ver gráfica',
  weeksLead: (imported: number) =>
    `De lo que debía entregarse en cada semana, cuánto se finalizó.${imported > 0 ? ` Sin ${pluralize(imported, 'importada ya terminada', 'importadas ya terminadas')}.` : ''}`,
  rowsOf: (name: string) => `Ver las actividades de ${name}`,
  lastWeeks: (visible: number, all: number) => `Las últimas ${visible} semanas, de ${all}. La tabla las tiene todas.`,
  noWeeks: 'Nada debía entregarse en estas fechas.',
  some: (visible: number, all: number) => `Los ${visible} con más actividades, de ${all}. La tabla los tiene todos.`,
  empty: 'No hay actividades en estas fechas.',
} as const;

/** The page of an empty database, and the steps that follow it. */
export const firstRun = {
  lead: 'Esta Bitácora está vacía. Registra a la primera persona, que podrá invitar a las demás.',
  code: 'Código del servidor',
  codeHint: 'Lo imprimió la terminal al iniciar Bitácora, y está en su registro. Sirve una vez.',
  firstName: 'Nombre',
  lastName: 'Apellidos',
  email: 'Correo electrónico',
  companyEmailHint: 'El de tu cuenta de la empresa: con ella vas a entrar.',
  password: 'Contraseña',
  passwordHint: 'De 8 a 64 caracteres.',
  submit: 'Crear administrador',
  submitting: 'Creando…',
  failed: 'No se pudo crear el administrador.',
  gone: 'Esta Bitácora ya tiene a su primera persona. Vuelve a cargar la página para entrar.',
} as const;

/** The card at Home, until all of it is done. */
export const firstSteps = {
  title: 'Primeros pasos',
  lead: (done: number, total: number) => `${done} de ${total} hechos`,
  dismiss: 'No mostrar más',
  isDone: 'Hecho',
  isOpen: 'Pendiente',
  people: 'Invita a las personas',
  peopleHint: 'Una por una, o todas desde una hoja de Excel.',
  topic: 'Registra un tema',
  topicHint: 'Cada actividad pertenece a un tema.',
  activity: 'Asigna la primera actividad',
  activityHint: 'A quien la hará, con su fecha de entrega.',
  sheet: 'O trae tu hoja de cálculo con lo que ya tienes',
  needsBoth: 'Después de las personas y de un tema.',
  mail: 'Comprueba el correo',
  mailHint: 'Por correo llegan las invitaciones y los avisos. Todavía no hay servidor de correo: lo conecta quien instaló Bitácora.',
  mailTest: 'Enviar correo de prueba',
  mailSent: (to: string) => ({ title: `Correo enviado a ${to}`, detail: 'Revisa que llegue, y que no esté entre los no deseados.' }),
  mailKept: { title: 'No hay servidor de correo', detail: 'El correo se guardó en el servidor y no le llegó a nadie.' },
  mailFailed: 'No se pudo enviar el correo.',
  backup: 'Pide el primer respaldo',
  backupHint: 'Lo hace quien administra el servidor. Aquí se ve cuándo fue el último.',
} as const;
