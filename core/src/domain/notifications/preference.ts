import { deadlineKinds, newsKinds } from './notification.ts';

/** Kinds whose channels a person chooses (docs/product.md, 7). Kinds about accounts always come by email. */
export const chosenKinds = [...newsKinds, ...deadlineKinds] as const;
export type ChosenKind = (typeof chosenKinds)[number];

/** Email, chat, both or neither. */
export interface Preference {
  kind: ChosenKind;
  byEmail: boolean;
  byChat: boolean;
}

/** False for a kind that only a newer release has. */
export const isChosenKind = (kind: string): kind is ChosenKind => (chosenKinds as readonly string[]).includes(kind);

/** Without a choice. */
const usual = { byEmail: true, byChat: false };

/** One preference for every kind, in the order of the kinds; what was not chosen is as usual. */
export const completePreferences = (chosen: readonly Preference[]): Preference[] =>
  chosenKinds.map((kind) => chosen.find((preference) => preference.kind === kind) ?? { kind, ...usual });
