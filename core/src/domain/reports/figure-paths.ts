/** Pages of the web that show the activities behind a figure. Their filters and range stand in the address as in every report. */
export const FIGURES_PATH = '/Report_Punctuality';
export const REGISTERED_PATH = '/Report_All_Activities';
