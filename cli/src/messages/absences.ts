/** Help and sentences of the commands about absences. */
export const terminalAbsences = {
  list: {
    summary: 'lista tus ausencias y las de quienes suples; con privilegio, las de todos',
    none: 'Sin ausencias.',
  },
  set: {
    summary: 'registra una ausencia y quién suple mientras tanto',
    details: `Quien suple recibe también los avisos y puede hacer con las actividades lo mismo; el historial nombra a los dos.
Pide tu contraseña: un token no da derechos a nadie. Quien suple se indica por nombre; --person, por correo, número, nombre completo o id.`,
    person: 'de quién, si administras; si falta, tuya',
    from: 'primer día, AAAA-MM-DD',
    to: 'último día, AAAA-MM-DD',
    substitute: 'quién suple',
  },
  cancel: {
    summary: 'cancela una ausencia, o la termina antes',
    details: 'La que ya empezó termina ayer. Pide tu contraseña: un token no da derechos a nadie.',
    id: 'número de la ausencia, de absence list',
    wrongId: (typed: string) => `«${typed}» no es el número de una ausencia.`,
  },
} as const;
