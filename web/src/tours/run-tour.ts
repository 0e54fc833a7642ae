import { type Config, type Driver, type DriveStep, driver, type PopoverDOM } from 'driver.js';
import { listen } from '../app/listeners.ts';
import { stopTexts } from '../messages/tour-stop-texts.ts';
import { tourTexts } from '../messages/tour-texts.ts';
import { modals } from '../ui/notices.tsx';
import 'driver.js/dist/driver.css';
import './tour.css';

/** Attributes that driver.js sets on its target, which are wrong there. */
const UNTRUE = ['aria-haspopup', 'aria-expanded', 'aria-controls'];

/** Shows the visible stops of a tour. Returns a function that ends it; the focus then returns to the button. */
export function runTour(name: TourName, button: HTMLElement): () => void {
  const dialog = button.closest('[role="dialog"]');
  const steps = tours[name].flatMap((stop) => stepFor(stop, dialog ?? document));
  const tour = driver({ ...look, steps, onDestroyed: () => end() });
  const uncover = modals.enter();
  const unlisten = followPage(tour);
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    tour.destroy();
    unlisten();
    uncover();
    if (button.isConnected) button.focus();
  };
  tour.drive();
  return end;
}

function stepFor({ at, title, text }: Stop, root: ParentNode): DriveStep[] {
  const element = [...root.querySelectorAll(at)].find((candidate) => candidate.checkVisibility());
  return element ? [{ element, popover: { title, description: text } }] : [];
}

const look: Config = {
  animate: false,
  overlayColor: 'var(--veil)',
  overlayOpacity: 1,
  stagePadding: 6,
  stageRadius: 10,
  disableActiveInteraction: true,
  showProgress: true,
  progressText: tourTexts.progress,
  nextBtnText: tourTexts.next,
  prevBtnText: tourTexts.previous,
  doneBtnText: tourTexts.finish,
  popoverClass: 'tour',
  onPopoverRender: name,
  onHighlighted: (element, _, { state }) => {
    for (const attribute of UNTRUE) element?.removeAttribute(attribute);
    state.popover?.nextButton.focus();
  },
};

/** Roles for screen readers, because the popover's header and footer are not the page's. */
function name({ wrapper, title, footer, closeButton }: PopoverDOM) {
  wrapper.setAttribute('aria-modal', 'true');
  title.setAttribute('role', 'heading');
  title.setAttribute('aria-level', '2');
  footer.setAttribute('role', 'none');
  closeButton.setAttribute('aria-label', tourTexts.leave);
  closeButton.title = tourTexts.leave;
}

/** Escape ends the tour but not the dialog below it. The highlight follows scrolling. */
const followPage = (tour: Driver) =>
  listen(window, { keydown: (event) => event.key === 'Escape' && event.preventDefault(), scroll: () => tour.refresh() }, true);

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
    { at: '.home-figures, .waiting', ...home.figures },
    { at: '.report-section, .agenda:not(.waiting .agenda)', ...home.pending },
    { at: '.range-button', ...home.range },
    { at: '.compliance-cards', ...home.cards },
    { at: '.menu-profile', ...home.profile },
  ],
  topics: [
    { at: '.page-actions .button-accent', ...topics.register },
    { at: '.search-box', ...topics.search },
    { at: '.table thead', ...topics.columns },
    { at: '.table .row-act', ...topics.edit },
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
    { at: '.report-tools button', ...assignedReport.tools },
    { at: '.table thead, .table tbody tr', ...assignedReport.columns },
    { at: '.table .consult-link', ...assignedReport.consult },
  ],
} as const satisfies Record<string, readonly Stop[]>;

export type TourName = keyof typeof tours;
