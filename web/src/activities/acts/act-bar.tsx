import './acts.css';
import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { actButton, actButtons } from '@bitacora/core/messages/activities/acts';
import { consult } from '@bitacora/core/messages/activities/consult';
import {
  Ban,
  BellRing,
  CalendarPlus,
  CalendarX,
  Camera,
  CheckCheck,
  CircleCheckBig,
  Ellipsis,
  ImagePlus,
  ListChecks,
  type LucideIcon,
  MessageSquarePlus,
  Pause,
  PenLine,
  Play,
  RotateCcw,
  Undo2,
  UserRoundPen,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { useSession } from '../../app/app.ts';
import { keepUnsent, unsentText } from '../../app/drafts.ts';
import type { Notice } from '../../app/notice-store.ts';
import { consultPage } from '../../messages/consult-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { useIsPhone } from '../../ui/media.ts';
import { Popover } from '../../ui/popover.tsx';
import type { ActivityView } from '../activity.tsx';
import { isReversible, useActAtOnce } from './act-calls.ts';

/** An act, and whether the next delivery is opened after it. */
interface ActChoice {
  act: Act;
  isOnward?: boolean;
  /** Photos that were taken before the dialog opened. */
  photos?: readonly File[];
}

interface Offer extends ActChoice {
  icon: LucideIcon;
  /** Whether the responsible asks for it; unset for acts that are offered alike. */
  isRequested?: boolean;
}

/** Acts in the order of their buttons. The first open act gets the accent, unless it cannot be undone. */
const offers: readonly Offer[] = [
  { act: 'start', icon: Play },
  { act: 'approve', icon: ListChecks, isOnward: true },
  { act: 'approve', icon: CheckCheck },
  { act: 'complete', icon: CircleCheckBig },
  { act: 'resume', icon: RotateCcw },
  { act: 'extend', icon: CalendarPlus, isRequested: true },
  { act: 'declineExtension', icon: CalendarX },
  { act: 'reject', icon: Undo2 },
  { act: 'remind', icon: BellRing },
  { act: 'addEvidence', icon: ImagePlus },
  { act: 'comment', icon: MessageSquarePlus },
  { act: 'pause', icon: Pause },
  { act: 'extend', icon: CalendarPlus, isRequested: false },
  { act: 'requestExtension', icon: CalendarPlus },
  { act: 'withdrawExtensionRequest', icon: CalendarX },
  { act: 'amend', icon: PenLine },
  { act: 'reassign', icon: UserRoundPen },
  { act: 'cancel', icon: Ban },
];
const leading: readonly Act[] = ['start', 'approve', 'complete', 'resume', 'extend', 'remind'];
/** Acts that stand beside the first one; the others are behind one button. */
const SECONDARY_MAX = 2;
/** What stands beside a reminder, which asks for work that is late or not begun. */
const afterReminder: readonly Act[] = ['extend', 'amend'];
/** On a phone these are icons beside the main act of who does the work. */
const quick: readonly Act[] = ['comment', 'addEvidence'];

const actLabel = ({ act, isOnward }: ActChoice, open: ReadonlySet<Act>) => (isOnward ? consultPage.verifyNext : actButton(act, open));
const actTone = (act: Act, isFirst: boolean) => (act === 'cancel' ? 'danger' : isFirst && leading.includes(act) ? 'accent' : 'plain');

interface ActBarProps {
  activity: ActivityView;
  /** Whether the reader verifies one delivery after another. */
  hasOnward: boolean;
  /** Opens the dialog of an act. */
  onAct: (choice: ActChoice) => void;
  /** An act without a dialog is recorded, undone or refused. */
  onDone: (notice: Notice) => Promise<void>;
  /** Where the other acts open on a large window. */
  place?: 'below-start' | 'above-end';
}

/** The acts that policy and life cycle allow: the main one, two beside it (on a phone 'Rechazar', or camera and comment), and the rest behind one button. */
export function ActBar({ activity, hasOnward, onAct, onDone, place = 'below-start' }: ActBarProps) {
  const { user } = useSession();
  const isPhone = useIsPhone();
  const actAtOnce = useActAtOnce(activity, onDone);
  const open = actsOpenTo(user, activity);
  const offered = offers.filter(
    ({ act, isOnward, isRequested = open.has('declineExtension') }) =>
      open.has(act) && (!isOnward || hasOnward) && isRequested === open.has('declineExtension'),
  );
  if (offered.length === 0) return null;
  const [first, ...others] = offered.map((offer, index) => ({ ...offer, tone: actTone(offer.act, index === 0) }) as const);
  const button = ({ icon, tone, isRequested: _, ...choice }: NonNullable<typeof first>, onPressed?: () => void) => (
    <Button
      key={actLabel(choice, open)}
      tone={tone}
      icon={icon}
      onClick={() => {
        onPressed?.();
        if (isReversible(choice.act)) void actAtOnce(choice.act);
        else onAct(choice);
      }}
    >
      {actLabel(choice, open)}
    </Button>
  );
  const hasQuick = isPhone && !open.has('reject');
  const wanted = others.filter(({ act }) => (isPhone ? act === 'reject' : first?.act !== 'remind' || afterReminder.includes(act)));
  const beside = wanted.slice(0, SECONDARY_MAX);
  const rest = others.filter((other) => !beside.includes(other) && !(hasQuick && quick.includes(other.act)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar of acts, not the fields of a form.
    <div className="act-bar" role="group" aria-label={consult.actions}>
      {first && button(first)}
      {beside.map((other) => button(other))}
      {hasQuick && open.has('addEvidence') && first?.act !== 'addEvidence' && (
        <CameraButton onPhotos={(photos) => onAct({ act: 'addEvidence', photos })} />
      )}
      {hasQuick && open.has('comment') && first?.act !== 'comment' && (
        <Button className="act-quick" icon={MessageSquarePlus} aria-label={actButtons.comment} onClick={() => onAct({ act: 'comment' })} />
      )}
      {rest.length > 0 && (
        <Popover
          label={consult.moreActions}
          place={isPhone ? 'above-end' : place}
          button={(trigger) => <Button icon={Ellipsis} aria-label={consult.moreActions} {...trigger} />}
        >
          {(close) => <div className="act-sheet">{rest.map((other) => button(other, close))}</div>}
        </Popover>
      )}
    </div>
  );
}

/** Opens the phone's camera at once; the dialog then shows the photo. */
function CameraButton({ onPhotos }: { onPhotos: (photos: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="act-quick">
      <Button icon={Camera} aria-label={actButtons.addEvidence} onClick={() => input.current?.click()} />
      <FileInput
        ref={input}
        accept="image/*"
        capture="environment"
        label={consultPage.takePhoto}
        onChosen={(photos) => photos.length > 0 && onPhotos(photos)}
      />
    </span>
  );
}

/** The act whose dialog is open. Closing drops what was typed in the dialog; a comment that was there before stays in its field. */
export function useActChoice(folio: number) {
  const { user } = useSession();
  const [choice, setChoice] = useState<ActChoice | null>(null);
  const before = useRef('');
  return {
    choice,
    open: (next: ActChoice) => {
      before.current = next.act === 'comment' ? unsentText(user.id, folio, 'comment') : '';
      setChoice(next);
    },
    /** Called once the act is recorded, before `close`. */
    markSent: () => {
      before.current = '';
    },
    close: () => {
      if (choice) keepUnsent(user.id, folio, { act: choice.act, text: before.current });
      setChoice(null);
    },
  };
}
