/** What people say about the work while it lasts. */
export const progress = [
  'Buen día. Ya empecé; llevo como la mitad.',
  'Avance al día de hoy: 60 %. Mañana termino lo que falta.',
  'Ya quedó la primera parte, adjunto evidencia.',
  'Me faltan los datos del turno nocturno, en cuanto los tenga los agrego.',
  'Se hizo una prueba y salió bien. La repito mañana para estar seguros.',
  'Ya hablé con el proveedor, queda de contestar hoy por la tarde.',
  'Tuve que parar un rato por el cambio de turno, pero ya lo retomé.',
  'Encontramos un detalle que no estaba contemplado; lo anoto para que no se nos pase.',
  'Ya está lo más pesado. Nada más falta recabar firmas.',
  'Listo el material, hoy lo instalamos en la tarde.',
  'Voy bien de tiempo, no veo problema para entregar en la fecha.',
  'Le pedí apoyo a Calidad con las muestras y ya me las confirmaron.',
  'Se me atravesó lo de la auditoría, pero esta semana sale sin falta.',
  'Ya lo revisé con la gente de piso y están de acuerdo con el cambio.',
  'Dejo aquí las fotos de cómo estaba antes, para comparar.',
  'Hice el levantamiento completo; mañana paso todo en limpio.',
];

/** What the owner asks, and how the responsible answers. */
export const exchanges = [
  ['¿Cómo vas con esto? El director lo quiere ver en la junta del jueves.', 'Sin problema, para el miércoles lo tiene.'],
  ['¿Necesitas algo de mi parte para avanzar?', 'Por ahora no, gracias. Si se atora la compra le aviso.'],
  ['Por favor agrega una foto de cómo quedó.', 'Claro que sí, la subo al terminar el turno.'],
  ['Coordínate con Almacén antes de mover el material.', 'Ya hablé con ellos, nos prestan el montacargas a las diez.'],
  ['Acuérdate de incluir los datos del fin de semana.', 'Enterado, los incluyo.'],
  ['¿Ya lo vio alguien de Calidad?', 'Sí, dieron el visto bueno ayer en la tarde.'],
  ['Ojo: el formato cambió, usa la revisión 5.', 'Gracias por avisar, ya lo estoy pasando al nuevo.'],
  ['¿Queda para esta semana?', 'Sí, el viernes a más tardar.'],
] as const;

/** Written in haste and withdrawn. */
export const withdrawnComments = [
  'Perdón, este comentario era para otra actividad.',
  'Me equivoqué de folio, lo quito.',
  'Corrección: el dato que puse no es el bueno.',
];

export const pauses = [
  'En espera de la refacción; el proveedor la promete para el lunes.',
  'Se detiene por el inventario general de fin de mes.',
  'Falta la autorización de la compra.',
  'La línea está ocupada con un pedido urgente, se retoma al terminar.',
  'El área está en mantenimiento, no se puede entrar.',
  'Pendiente de que el cliente confirme la cita.',
];

export const resumptions = ['Ya llegó el material, se retoma.', 'Autorizado, seguimos.', 'Se liberó la línea, continúo hoy mismo.', null];

/** Why work is sent back, and what is said on handing it in again. */
export const rejections = [
  [
    'Falta la evidencia fotográfica del resultado. Por favor agrégala y vuelve a entregar.',
    'Listo, ya trae las fotos del antes y el después.',
  ],
  [
    'Los datos no coinciden con la bitácora del turno; revísalos, por favor.',
    'Tenía razón, estaba tomando el turno equivocado. Ya quedó corregido.',
  ],
  ['Quedó a medias: no se incluyó el turno nocturno.', 'Ya agregué el turno nocturno, ahora sí está completo.'],
  ['El formato no es el vigente. Pásalo a la última revisión y lo cierro.', 'Pasado a la revisión vigente, con los mismos datos.'],
  [
    'Hay que comprobarlo otra vez antes de darlo por bueno; una sola prueba no alcanza.',
    'Se repitió la prueba dos veces y el resultado es el mismo.',
  ],
  ['Falta la firma del responsable del área.', 'Ya está firmado, adjunto la hoja.'],
] as const;

export const approvals = [
  'Muy buen trabajo, gracias.',
  'Revisado en sitio, todo en orden.',
  'Excelente, así lo presentamos en la junta.',
  null,
  null,
  null,
];

export const extensions = [
  'El proveedor recorrió la entrega de la refacción una semana.',
  'Se dio prioridad al pedido de la cadena del Bajío.',
  'Hubo dos incapacidades en el área.',
  'La auditoría externa se adelantó y ocupó a todo el equipo.',
  'Falta un paro programado de línea para poder hacer el cambio.',
  'El cliente pidió mover la revisión.',
];

/** Why the owner gives the work to another person. */
export const handover = 'Sale de vacaciones el lunes; te deja su avance en la carpeta del área.';

/** Why the owner corrects what was registered. */
export const correction = 'Lo escribí con prisa: faltaba decir cuál.';
