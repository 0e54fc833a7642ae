/** What the server answers outside of the calls of the contract. */
export const answerTexts = {
  unexpected: (requestId: string) => `Ocurrió un error inesperado. Si se repite, cita este número: ${requestId}`,
  noPrivacyNotice: 'La empresa todavía no publica su aviso de privacidad en Bitácora. Pídelo a quien administra este sitio.',
} as const;
