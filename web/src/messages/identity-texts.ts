/** The question before an act that asks who is at the page. */
export const identityTexts = {
  title: 'Confirma que eres tú',
  lead: 'Esta acción cambia accesos o entrega datos de otros. Por eso se pide otra vez quién eres, una vez cada 15 minutos.',
  password: 'Contraseña',
  code: 'Código de tu segundo factor',
  codeHint: 'De tu aplicación de autenticación, o un código de recuperación.',
  companyLead: 'Se abre en otra pestaña. Cuando hayas entrado, vuelve aquí y presiona Continuar.',
  confirm: 'Continuar',
  failed: 'No se pudo confirmar.',
} as const;
