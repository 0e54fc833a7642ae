import type { CalendarDate } from '@bitacora/core/domain/calendar';
import * as z from 'zod/mini';
import { botCards } from './messages/bot.ts';

/** The bot shows it in any chat; each folder of `channels` draws it. All texts are plain: a channel escapes them. */
export interface Card {
  title: string;
  /** One or two sentences under the title. */
  intro?: string;
  groups: readonly Group[];
  /** Small print, such as who did what. */
  note?: string;
  buttons?: readonly Button[];
  /** Counts the activities that the card leaves out, and opens them. A chat adds those that do not fit, and draws one last button. */
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
  /** Replaces the items where there are none. */
  empty?: string;
}

export interface Item {
  title: string;
  /** Leads to the consult page. */
  url?: string;
  /** A chat draws it as a mark, never by colour alone. */
  tone?: 'overdue' | 'soon' | 'calm' | 'done';
  facts: readonly CardFact[];
  /** Evidence; a chat leaves out what it cannot show. */
  images?: readonly CardImage[];
  buttons: readonly Button[];
}
export interface CardImage {
  id: string;
  alt: string;
  /** The address at the API is signed: it needs no login and expires within a day. */
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
  /** The chat asks this question first. */
  confirm?: string;
  /** The answer is a form. A chat that must open forms at once can do so before it has the answer. */
  opensForm?: true;
}
interface LinkButton {
  label: string;
  url: string;
}

/** Draws the last button, for what the card leaves out and what did not fit. */
export function othersButtons({ others }: Card, left: number): ActionButton[] {
  const count = (others?.count ?? 0) + left;
  return others && count > 0 ? [{ label: botCards.others(count), press: others.press }] : [];
}

/** A pressed button or a sent form gives it to `answer`. It has at most 1,000 characters as JSON. `flow` names an entry of `flows/answer.ts`. */
export interface ButtonAction {
  flow: string;
  [detail: string]: string | number | boolean | null;
}

export const buttonActionSchema = z.catchall(z.object({ flow: z.string() }), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** A form is a modal in Slack, a card with inputs in Teams, and one question after another in WhatsApp. */
export interface CardForm {
  title: string;
  intro?: string;
  fields: readonly FormField[];
  submit: string;
  /** The chat sends it back with the values. */
  press: ButtonAction;
  /** The business day of the person, for a date that is typed. */
  today?: CalendarDate;
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
  /** A chat that asks one field at a time leaves it as it is, because the person has said it already or seldom changes it. */
  isDetail?: boolean;
  maxLength?: number;
  hint?: string;
  options?: readonly FieldOption[];
  /** Makes a `choice` search all activities that take this act now. `options` are those offered first. */
  search?: SearchedAct;
  /** For `choices` and `boxes` several values joined by commas. */
  value?: string;
  earliest?: CalendarDate;
  error?: string;
}
