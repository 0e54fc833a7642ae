/** The addresses of the screens whose first calls the server answers with the page. */
export const listPaths = {
  home: '/Home',
  pending: '/My_Activities',
  history: '/My_Historial_Activities',
  pendingReport: '/Report_All_Activities_P',
} as const;
