import * as z from 'zod/mini';
import { botCards } from './messages/bot.ts';

/** What the bot shows in any chat; `channels/slack` and `channels/teams` draw it. All texts are plain: a channel escapes them. */
export interface Card {
  title: string;
  /** One or two sentences under the title. */
  intro?: string;
  groups: readonly Group[];
  /** Small print, such as who did what. */
  note?: string;
  /** Under everything. */
  buttons?: readonly Button[];
  /** How many activities the card leaves out, and where they are. A chat adds those that do not fit, and draws one last button. */
  others?: { count: number; press: ButtonAction };
  /** The activities on the card. A change of one redraws the card, and an image in reply to it is evidence for one. */
  activityIds: readonly number[];
  /** Redraws the card. A card without it is never redrawn. */
  press?: ButtonAction;
}

/** Activities under a common heading, such as 'Vencidas'. */
export interface Group {
  heading?: string;
  items: readonly Item[];
  /** What stands in the place of items where there are none. */
  empty?: string;
}

export interface Item {
  title: string;
  /** Leads to the consult page. */
  url?: string;
  /** Said by a mark and in words, never by colour alone. */
  tone?: 'overdue' | 'soon' | 'calm' | 'done';
  facts: readonly CardFact[];
  /** Evidence; a chat leaves out what it cannot show. */
  images?: readonly CardImage[];
  buttons: readonly Button[];
}
export interface CardImage {
  id: string;
  /** What stands where the image cannot be seen. */
  alt: string;
  /** A signed address at the API that needs no login and ends within a day. */
  url: string;
}
export interface CardFact {
  label: string;
  value: string;
}

export type Button = ActionButton | LinkButton;
export interface ActionButton {
  label: string;
  press: ButtonAction;
  style?: 'primary' | 'danger';
  /** Asked before it is done; without it, at once. */
  confirm?: string;
  /** A form is the answer: a chat that has to open one at once may. */
  opensForm?: true;
}
interface LinkButton {
  label: string;
  url: string;
}

/** The last button, for what the card leaves out and what did not fit. */
export function othersOf({ others }: Card, left: number): ActionButton[] {
  const count = (others?.count ?? 0) + left;
  return others && count > 0 ? [{ label: botCards.others(count), press: others.press }] : [];
}

/** What a pressed button or a sent form says to `answer`; at most 1,000 characters as JSON. `flow` names the file under `flows/`. */
export interface ButtonAction {
  flow: string;
  [detail: string]: string | number | boolean | null;
}

/** What comes back from a chat with a pressed button. */
export const buttonActionSchema = z.catchall(z.object({ flow: z.string() }), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** What a person fills in: a modal in Slack, a card with inputs in Teams. */
export interface CardForm {
  title: string;
  intro?: string;
  fields: readonly FormField[];
  submit: string;
  /** Comes back with the values. */
  press: ButtonAction;
}
export interface FieldOption {
  value: string;
  label: string;
}
export const searchedActs = ['comment', 'addEvidence'] as const;
export type SearchedAct = (typeof searchedActs)[number];

export interface FormField {
  name: string;
  label: string;
  /** A `choice` is a list in which the person can search; `boxes` are at most ten checkboxes. */
  kind: 'text' | 'longText' | 'date' | 'choice' | 'choices' | 'boxes';
  isRequired: boolean;
  maxLength?: number;
  hint?: string;
  options?: readonly FieldOption[];
  /** A `choice` among all activities that take this act now: what is typed is looked up. `options` are those offered first. */
  search?: SearchedAct;
  /** For `choices` and `boxes` several values joined by commas. */
  value?: string;
  /** For `date`, YYYY-MM-DD. */
  earliest?: string;
  /** What is wrong with what was sent. */
  error?: string;
}
