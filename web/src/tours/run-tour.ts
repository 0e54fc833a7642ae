import { type Config, type Driver, type DriveStep, driver, type PopoverDOM } from 'driver.js';
import { tourTexts } from '../messages/tours.ts';
import 'driver.js/dist/driver.css';
import { modals } from '../ui/modals.ts';
import './tour.css';
import { type Stop, type TourName, tours } from './tours.ts';

/** Attributes driver.js gives whatever it shows, true of none of it. */
const UNTRUE = ['aria-haspopup', 'aria-expanded', 'aria-controls'];

/** Shows a tour's stops that are in sight. Answers how to end it; ending it gives the focus back to the button that began it. */
export function runTour(name: TourName, button: HTMLElement): () => void {
  // Only what is inside an open dialog can be seen above it, or be reached.
  const dialog = button.closest('dialog');
  const steps = tours[name].flatMap((stop) => stepFor(stop, dialog ?? document));
  const tour = driver({ ...look(dialog), steps, onDestroyed: () => end() });
  const uncover = modals.enter();
  const unlisten = listen(tour);
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

const look = (dialog: HTMLElement | null): Config => ({
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
  onPopoverRender: (popover) => name(popover, dialog),
  onHighlighted: (element, _, { state }) => {
    for (const attribute of UNTRUE) element?.removeAttribute(attribute);
    const overlay = state.__overlaySvg;
    if (overlay && overlay.parentElement !== dialog) dialog?.append(overlay);
    state.popover?.nextButton.focus();
  },
});

/** A dialog of its own to a screen reader: its header and footer are not the page's. */
function name({ wrapper, title, footer, closeButton }: PopoverDOM, dialog: HTMLElement | null) {
  wrapper.setAttribute('aria-modal', 'true');
  title.setAttribute('role', 'heading');
  title.setAttribute('aria-level', '2');
  footer.setAttribute('role', 'none');
  closeButton.setAttribute('aria-label', tourTexts.leave);
  closeButton.title = tourTexts.leave;
  dialog?.append(wrapper);
}

/** Escape ends the tour alone, not the dialog it is about; whatever scrolls takes the light along. */
function listen(tour: Driver): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.preventDefault();
  };
  const onScroll = () => tour.refresh();
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('scroll', onScroll, true);
  return () => {
    window.removeEventListener('keydown', onKey, true);
    window.removeEventListener('scroll', onScroll, true);
  };
}
