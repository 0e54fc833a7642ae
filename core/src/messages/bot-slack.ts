/** What only Slack needs words for: its modals, its buttons and what stands where others read along. */
export const botSlack = {
  product: 'Bitácora',
  wait: 'Un momento…',
  saving: 'Guardando…',
  done: 'Listo.',
  close: 'Cerrar',
  cancel: 'Cancelar',
  choose: 'Elige',
  chooseDate: 'Elige una fecha',
  confirmTitle: 'Confirma',
  yes: 'Sí',
  no: 'No',
  look: 'Ver',
  linked: (folio: number) => `Actividad ${folio} de Bitácora`,
  answeredAlone: 'Te respondí en tu conversación con Bitácora.',
  /** A mark alone would tell nothing to who cannot tell colours apart. */
  tones: { overdue: '🔴 Vencida', soon: '🟡 Por vencer', calm: '🟢 A tiempo', done: '✅ Terminada' },
  wrong: (error: string) => `⚠️ ${error}`,
  nothing: '—',
  fact: (label: string, value: string) => `${label}: ${value}`,
} as const;
