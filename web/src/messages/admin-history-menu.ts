/** The menu's entry, which every page loads; what the screen says comes with the screen. */
export const adminHistoryMenu = 'Historial administrativo';
