/** What only Teams says: the rest of the bot's words are the same in every chat. */
export const botTeams = {
  moment: 'Un momento…',
  refresh: 'Actualizar',
  back: 'Volver',
  more: 'Lo demás está en Bitácora.',
  /** All that a link shows to those who read along; what it is about is for whoever may know. */
  link: (activityId: number) => `Actividad ${activityId} de Bitácora`,
  look: 'Ver',
  notOurs: 'Ese botón ya no sirve. Escribe «ayuda» para ver qué puedes hacer.',
  answeredApart: 'Te contesto en nuestro chat personal.',
};
