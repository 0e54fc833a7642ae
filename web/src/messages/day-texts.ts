/** The field of a day. */
export const dayTexts = {
  unreadable: (text: string) => `No entendemos «${text}» como fecha. Escribe, por ejemplo, 27/11/26, 27 nov o viernes.`,
  nonexistent: (text: string) => `La fecha «${text}» no existe en el calendario.`,
  quick: 'Fechas rápidas',
  today: 'Hoy',
  tomorrow: 'Mañana',
  friday: 'Vie',
  endOfMonth: 'Fin de mes',
} as const;
