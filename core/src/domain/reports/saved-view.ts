/** The screens that keep what they show in their address. */
export const savedViewScreens = [
  'home',
  'pending',
  'history',
  'awaiting',
  'assigned_report',
  'pending_report',
  'finished_report',
  'users',
  'topics',
  'topic_assignments',
] as const;
export type SavedViewScreen = (typeof savedViewScreens)[number];

/** Rows of a page of a list, as a person chose it; null fills the window. */
export interface ListSize {
  screen: SavedViewScreen;
  size: number | null;
}

/** As many as a person finds their way in, of one screen. */
export const MAX_SAVED_VIEWS = 30;
