import { deadlineKinds, newsKinds } from './notification.ts';

/** What a person chooses how to be told of (docs/product.md, 7). Invitations and password resets come by email, whatever is chosen. */
export const chosenKinds = [...newsKinds, ...deadlineKinds] as const;
export type ChosenKind = (typeof chosenKinds)[number];

/** Email, chat, both or neither. */
export interface Preference {
  kind: ChosenKind;
  byEmail: boolean;
  byChat: boolean;
}

/** What holds for whoever has chosen nothing. */
const usual = { byEmail: true, byChat: false };

/** One preference for every kind, in the order of the kinds; what was not chosen is as usual. */
export const completePreferences = (chosen: readonly Preference[]): Preference[] =>
  chosenKinds.map((kind) => chosen.find((preference) => preference.kind === kind) ?? { kind, ...usual });
