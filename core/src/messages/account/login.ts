export const login = {
  title: 'Iniciar sesión',
  lead: 'Lo prometido, lo hecho y lo verificado, en un solo lugar.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  submit: 'Entrar',
  submitting: 'Entrando…',
  forgot: '¿Olvidaste tu contraseña?',
  wrong: 'Usuario o Contraseña incorrectas',
  wrongDetail: 'Por favor valide sus datos de acceso.',
  inactive: 'Usuario inactivo',
  inactiveDetail: 'Por favor, contacte al administrador.',
  wait: 'Espera antes de volver a intentarlo',
  requestFailed: 'Error en la solicitud',
  ended: 'Tu sesión terminó; lo que escribiste está guardado.',
  demoHint: (allowsPasswords: boolean) =>
    `Empresa de demostración: gerente@demo.mx o empleado@demo.mx${allowsPasswords ? ', contraseña demo1234' : ''}.`,
} as const;

export const reset = {
  email: 'Correo electrónico',
  request: { title: 'Recuperar contraseña', confirm: 'Enviar token', failed: login.requestFailed },
  requestLead: 'Escribe tu correo y te enviaremos un token para definir una contraseña nueva.',
  haveToken: 'Ya tengo un token',
  askAgain: 'Pedir otro token',
  requested: 'Correo enviado correctamente. Revisa tu bandeja de entrada.',
  token: 'Token',
  password: 'Nueva contraseña',
  passwordHint: 'De 8 a 16 letras, números o espacios.',
  confirmation: 'Confirma la nueva contraseña',
  renewal: {
    title: 'Define tu nueva contraseña',
    confirm: 'Restablecer contraseña',
    failed: 'Ocurrió un problema al restablecer la contraseña.',
  },
  done: 'Su contraseña ha sido restablecida exitosamente.',
} as const;
