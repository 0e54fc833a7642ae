const list = (words: string) => words.split(', ') as [string, ...string[]];

/**
 * What a person may write for each answer, without accents and in lower case; `understand.ts` leaves out `smallWords` and forgives one
 * letter. The help names the first of each, and only the first is a command in the reply to a card, where 'hoy' may be a comment.
 */
export const botWords = {
  activities: list(
    'actividades, mis pendientes, actividad, tareas, todo, todas, trabajo, que tengo, tengo pendiente, que tengo que hacer, que falta, falta hacer, ' +
      'que hay pendiente, que debo hacer, cuantas tengo, que me toca, que me toca hacer, ver actividades, ver mis pendientes, ver todo, ' +
      'mostrar actividades, muestrame mis actividades, actividades pendientes, tareas pendientes, pendiente, status, estatus, estado, como voy, ' +
      'tengo algo pendiente, tengo algo',
  ),
  urgent: list(
    'hola, hola hola, hola buenas, hola buen dia, hola buenos dias, hola buenas tardes, hola buenas noches, holi, holis, ola, hey, ey, hi, hello, buenas, buen dia, buenos dias, buenas tardes, buena tarde, buenas noches, ' +
      'buena noche, que tal, que onda, que pasa, que paso, que hubo, quiubo, que hay, saludos, como estas, como andas, como te va, urgente, ' +
      'mas urgente, urgencias, prioridades, mi prioridad, que sigue, que hago, que hago ahora, por donde empiezo, que va primero, ahora',
  ),
  today: list(
    'hoy, que tengo hoy, que hay hoy, que me toca hoy, que vence hoy, que vencen hoy, que hago hoy, que debo hacer hoy, pendientes hoy, ' +
      'actividades hoy, que tengo que hacer hoy, tengo algo hoy, que falta hoy, hoy que toca hacer',
  ),
  tomorrow: list(
    'manana, que tengo manana, que hay manana, que me toca manana, que vence manana, que vencen manana, que hago manana, pendientes manana, ' +
      'actividades manana, que tengo que hacer manana, tengo algo manana, que debo hacer manana',
  ),
  week: list(
    'esta semana, que tengo semana, que hay semana, que me toca semana, que vence semana, que vencen semana, pendientes semana, ' +
      'actividades semana, que tengo que hacer semana, tengo algo semana, que debo hacer semana',
  ),
  nextWeek: list(
    'proxima semana, siguiente semana, otra semana, semana que viene, semana que entra, que tengo proxima semana, que tengo siguiente semana, ' +
      'que tengo semana que viene, que vence proxima semana, que hay proxima semana',
  ),
  late: list(
    'vencidas, vencido, vencida, vencidos, atrasadas, atrasado, atrasos, retrasadas, retrasos, tengo vencido, tengo vencidas, tengo atrasado, ' +
      'tengo atrasadas, actividades vencidas, actividades atrasadas, que se vencio, que ya vencio',
  ),
  verify: list(
    'por verificar, verificaciones, validar, aprobar, rechazar, tengo por verificar, que falta verificar, pendientes por verificar, ' +
      'esperan verificacion, que debo verificar',
  ),
  assigned: list(
    'asignadas, lo que asigne, tengo asignadas, delegadas, encargue, mande, recordar, recordatorio, reasignar, actividades asignadas',
  ),
  team: list('mi equipo, mi gente, como va mi equipo, retrasos equipo, atrasos equipo, que tiene mi equipo, que debe mi equipo'),
  preferences: list('preferencias, avisos, notificaciones, configuracion, ajustes, cambiar avisos, mis preferencias'),
  summary: list('resumen, resumen semanal, cifras, reporte, reporte semanal'),
  topic: list('tema, temas'),
  link: list('vincular, vincular cuenta, conectar, quien soy'),
  unlink: list('desvincular, desvincular cuenta, desconectar, cerrar sesion'),
  create: list('nueva, nueva actividad, nuevo, crear, crear una actividad, registrar, agregar actividad, nueva tarea'),
  request: list('pedir, pedir trabajo, solicitar, solicitar trabajo, nueva solicitud, hacer una solicitud, quiero pedir algo'),
  requests: list('solicitudes, mis solicitudes, que pedi, lo que pedi, por contestar, solicitudes por contestar, ver solicitudes'),
  template: list('plantillas, plantilla, usar plantilla'),
  help: list(
    'ayuda, help, ayudame, auxilio, menu, opciones, comandos, instrucciones, como funciona, como funcionas, que puedes hacer, que haces, ' +
      'que sabes hacer, como te uso, como se usa, no entiendo, necesito ayuda, puedes ayudarme, me ayudas, quien eres, que eres, manual',
  ),
  home: list('inicio'),
  thanks: list(
    'gracias, muchas gracias, mil gracias, ok gracias, listo gracias, perfecto gracias, vale gracias, grax, thanks, agradezco, muy amable',
  ),
  agreed: list(
    'ok, okay, okey, oki, vale, va, sale, bien, muy bien, perfecto, excelente, genial, entendido, enterado, enterada, de acuerdo, claro, ' +
      'bueno, super, ah ok, jaja, jajaja',
  ),
  farewell: list('adios, bye, hasta luego, hasta manana, hasta pronto, nos vemos, chao'),
  answer: list('si, no, no gracias, si por favor, claro que si, confirmo, acepto, deshacer, nada'),
} as const;

/** What a person may write beside a folio, or alone for the bot to ask which one. `show` draws the activity with all its buttons. */
export const actWords = {
  show: list(
    'ver, estado, estatus, status, ayuda, ayudame, info, informacion, detalle, detalles, como va, como sigue, como esta, abrir, abre, mostrar, ' +
      'muestrame, consultar, cuando vence, vence, para cuando es, fecha, quien la tiene, de quien es, responsable, foto, evidencia, cancelar, ' +
      'corregir, editar, avance, pendiente, que puedo hacer, que hago, hola, que es, que paso, que hay que hacer, dime',
  ),
  start: list(
    'empezar, iniciar, comenzar, empiezo, inicio, comienzo, arrancar, arranco, empece, inicie, comence, iniciar trabajo, empezar trabajo, start, ' +
      'voy a empezar, iniciada, iniciado, empezada, empezado',
  ),
  complete: list(
    'listo, lista, termine, terminar, terminada, terminado, termino, completar, completada, completado, complete, completa, acabe, acabar, ' +
      'acabada, acabado, hecho, hecha, hice, finalizar, finalizada, finalizado, finalice, cerrar, cerrada, cerrado, cierra, entregar, entregada, ' +
      'entregado, entregue, marcar completado, marcar como completada, quedo, ya quedo lista, ya quedo listo, done, concluir, concluida, ' +
      'concluido, conclui, resuelta, resuelto, resolvi, ya esta hecho, terminamos, acabamos',
  ),
  tick: list('lista de verificacion, checklist, palomear, verificacion'),
  approve: list('verificar, aprobar, aprobada, aprobado, apruebo, validar, validada, validado, verificada, verificado, verifico, aceptar'),
  reject: list('rechazar, rechazada, rechazado, rechazo, regresar, devolver'),
  resume: list('reanudar, continuar, retomar, seguir, reanudo, continuo, retomo, sigo, quitar pausa, reanudada, reanudado'),
  remind: list('recordar, recordatorio, recuerdale, recuerda, enviar recordatorio'),
  comment: list('comentar, comentario, comenta, agregar comentario, nota'),
  pause: list('pausa, pausar, pausada, pausado, poner en pausa, pon en pausa, detener, detenida, detenido, parar, suspender'),
  extend: list('extender, extension, extender fecha, ampliar, aplazar, dar prorroga, conceder, conceder prorroga, concedida'),
  declineExtension: list('no conceder, no conceder prorroga, negar prorroga, negar'),
  requestExtension: list('prorroga, pedir prorroga, pido prorroga, pedir extension, mas tiempo, necesito mas tiempo, pedir mas tiempo'),
  withdrawExtensionRequest: list('retirar prorroga, retirar peticion, quitar prorroga'),
  reassign: list('reasignar, reasigna, cambiar responsable, delegar'),
} as const;

/** 'Qué tengo para hoy' means 'tengo hoy'. */
export const smallWords = new Set(
  list(
    'que, q, ya, la, el, lo, los, las, le, de, del, mi, mis, me, a, al, en, por, favor, porfa, porfavor, para, pa, con, esta, este, un, ' +
      'una, yo, y, es, se, te, tu, su, oye, actividad, folio, tarea, cual, cuales, son, quiero, hay, bitacora, bot, amigo, dame, ahorita, aqui',
  ),
);

/** These stand beside other words: 'hola, qué tengo hoy', 'ya terminé la 317, gracias'. */
export const courtesies = new Set(
  list('hola, hey, oye, buenos, buenas, buen, dia, dias, tardes, noches, gracias, muchas, perdon, disculpa, ok'),
);
