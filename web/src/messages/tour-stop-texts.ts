const email = 'Se envía un correo cuando faltan menos de 7 días para la fecha de entrega.';
const duplicates = 'El servidor detecta las actividades duplicadas para el mismo usuario y no las registra.';

/** What each stop of a tour says. */
export const stopTexts = {
  home: {
    menu: {
      title: 'El menú',
      text: 'Desde aquí llegas a todo lo que puedes hacer. Con «Buscar» encuentras una actividad por su folio o su texto.',
    },
    range: { title: 'El periodo', text: 'Las tarjetas cuentan las actividades registradas en estas fechas. Puedes cambiarlas.' },
    cards: {
      title: 'Cómo va todo',
      text: 'El total, lo pendiente, lo finalizado y el cumplimiento: qué parte del total ya está finalizada.',
    },
    figures: { title: 'Lo primero', text: 'Aquí está lo que espera por ti: lo que va tarde y lo que falta verificar.' },
    pending: { title: 'Tus pendientes', text: `Primero está lo que vence antes. ${email} ${duplicates}` },
    profile: { title: 'Tu perfil', text: 'Aquí cambias tu foto, tus datos y tu contraseña, y eliges qué avisos recibes.' },
  },
  topics: {
    register: {
      title: 'Registrar un tema',
      text: `Toda actividad pertenece a un tema. Su nombre no se puede repetir, ni siquiera en otro departamento. ${duplicates}`,
    },
    search: { title: 'Buscar', text: 'Encuentra un tema por su nombre, su descripción o su departamento.' },
    columns: { title: 'La lista', text: 'Elige el nombre de una columna para ordenar por ella; elígelo otra vez para invertir el orden.' },
    edit: { title: 'Corregir un tema', text: 'Puedes cambiar la descripción y el departamento. El nombre se queda como está.' },
  },
  topicDialog: {
    name: {
      title: 'El nombre',
      text: 'Los nombres de los temas no se pueden duplicar, ni siquiera entre departamentos distintos. Si ya existe, te lo decimos aquí.',
    },
    description: { title: 'La descripción', text: 'Es opcional. Quien registra una actividad la lee al elegir el tema.' },
    department: { title: 'El departamento', text: 'Decide quién puede usar el tema. GENERAL es para todos los departamentos.' },
    submit: { title: 'Listo', text: `Al registrarlo, el tema queda disponible para nuevas actividades. ${duplicates}` },
  },
  newActivity: {
    topic: { title: 'El tema', text: 'Al elegirlo ves de qué trata y a qué departamento pertenece.' },
    description: {
      title: 'La actividad',
      text: `Describe qué hay que hacer. ${duplicates}`,
    },
    due: { title: 'La fecha', text: `No puede ser anterior a hoy. ${email}` },
    priority: { title: 'La prioridad', text: 'Normal, Alta o Critica: quien filtra una lista la encuentra por ella.' },
    repeat: { title: '¿Se repite?', text: 'Si vuelve cada semana, mes o año, la siguiente se registra sola cuando esta se verifica.' },
    evidence: {
      title: 'Las evidencias',
      text: 'Hasta 4 imágenes PNG o JPG: elígelas, arrástralas o pégalas. También puedes agregarlas después.',
    },
    submit: { title: 'Registrar', text: 'La actividad aparece en tus pendientes con su folio.' },
  },
  assignedReport: {
    range: { title: 'El periodo', text: 'Las tarjetas y la lista muestran lo que asignaste en estas fechas.' },
    cards: {
      title: 'Cómo va lo asignado',
      text: `El total, lo pendiente, lo finalizado y el cumplimiento de lo que asignaste. ${duplicates}`,
    },
    tools: { title: 'Filtrar y guardar', text: 'Elige temas, estados o responsables, y guarda la vista con un nombre para volver a ella.' },
    columns: { title: 'La lista', text: `Naranja: faltan 7 días o menos. Rojo: la fecha llegó o ya pasó. ${email}` },
    consult: { title: 'Consultar', text: 'Abre la actividad para ver su avance, extender la fecha o verificar lo entregado.' },
  },
} as const;
