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
  /** The shapes differ too, because some people cannot distinguish the colors. An item's facts repeat it in words. */
  tones: { overdue: '🚩', soon: '⏳', calm: '🔹', done: '✅' },
  wrong: (error: string) => `⚠️ ${error}`,
  nothing: '—',
  fact: (label: string, value: string) => `${label}: ${value}`,
} as const;
