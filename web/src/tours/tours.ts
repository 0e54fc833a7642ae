import { stopTexts } from '../messages/tour-stops.ts';

/** A place on the screen and its text. */
export interface Stop {
  /** Selects the first visible element; without one the stop is skipped. */
  at: string;
  title: string;
  text: string;
}

const { home, topics, topicDialog, newActivity, assignedReport } = stopTexts;

/** The five tours (docs/product.md, 9), each in the order one works. */
export const tours = {
  home: [
    { at: '.menu-groups, .phone-bottom', ...home.menu },
    { at: '.range-button', ...home.range },
    { at: '.compliance-cards', ...home.cards },
    { at: '.home-figures', ...home.figures },
    { at: '.report-section, .agenda', ...home.pending },
    { at: '.menu-profile', ...home.profile },
  ],
  topics: [
    { at: '.page-actions .button-accent', ...topics.register },
    { at: '.search-box', ...topics.search },
    { at: '.table thead', ...topics.columns },
    { at: '.table .consult-link', ...topics.edit },
  ],
  topicDialog: [
    { at: '.field:has(input)', ...topicDialog.name },
    { at: '.field:has(textarea)', ...topicDialog.description },
    { at: '.field:has(select)', ...topicDialog.department },
    { at: '.dialog-foot [type="submit"]', ...topicDialog.submit },
  ],
  newActivity: [
    { at: '.topic-field', ...newActivity.topic },
    { at: '.field:has(textarea)', ...newActivity.description },
    { at: '.field:has(.day-entry, .p-calendar)', ...newActivity.due },
    { at: '.field:has([name="priority"])', ...newActivity.priority },
    { at: '.form-pair:has([name="repeatable"])', ...newActivity.repeat },
    { at: '.evidence-box', ...newActivity.evidence },
    { at: '.form-actions [type="submit"]', ...newActivity.submit },
  ],
  assignedReport: [
    { at: '.range-button', ...assignedReport.range },
    { at: '.compliance-cards', ...assignedReport.cards },
    { at: '.report-tools', ...assignedReport.tools },
    { at: '.table thead, .table tbody tr', ...assignedReport.columns },
    { at: '.table .consult-link', ...assignedReport.consult },
  ],
} as const satisfies Record<string, readonly Stop[]>;

export type TourName = keyof typeof tours;
