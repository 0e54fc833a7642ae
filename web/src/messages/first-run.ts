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
  mail: 'Configura el correo',
  mailHint: 'Con SMTP_URL en el servidor. Hasta entonces los correos se guardan en su carpeta de datos.',
  backup: 'Haz el primer respaldo',
  backupHint: 'Con «npm run admin -- backup» en el servidor.',
} as const;
