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

/** As many as a person finds their way in, of one screen. */
export const MAX_SAVED_VIEWS = 30;
