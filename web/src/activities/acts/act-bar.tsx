import type { Act } from '@bitacora/core/domain/activity/lifecycle';
import { actButtons } from '@bitacora/core/messages/acts';
import { consult } from '@bitacora/core/messages/consult';
import {
  Ban,
  BellRing,
  CalendarPlus,
  CheckCheck,
  CircleCheckBig,
  Ellipsis,
  ImagePlus,
  type LucideIcon,
  MessageSquarePlus,
  Pause,
  Play,
  RotateCcw,
  Undo2,
} from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import './act-bar.css';

/** Acts in the order of their buttons. The first open act gets the accent, unless it cannot be undone. */
const offered: readonly [Act, LucideIcon][] = [
  ['start', Play],
  ['approve', CheckCheck],
  ['complete', CircleCheckBig],
  ['resume', RotateCcw],
  ['reject', Undo2],
  ['comment', MessageSquarePlus],
  ['addEvidence', ImagePlus],
  ['pause', Pause],
  ['extend', CalendarPlus],
  ['remind', BellRing],
  ['cancel', Ban],
];
const leading: readonly Act[] = ['start', 'approve', 'complete', 'resume'];

const toneOf = (act: Act, isFirst: boolean) => (act === 'cancel' ? 'danger' : isFirst && leading.includes(act) ? 'accent' : 'plain');

/** The acts that policy and life cycle allow. On a phone all but the first are behind one button. */
export function ActBar({ open, onAct }: { open: ReadonlySet<Act>; onAct: (act: Act) => void }) {
  const acts = offered.filter(([act]) => open.has(act));
  if (acts.length === 0) return null;
  const [first, ...others] = acts.map(([act, icon], index) => ({ act, icon, tone: toneOf(act, index === 0) }) as const);
  const button = ({ act, icon, tone }: NonNullable<typeof first>, onPressed?: () => void) => (
    <Button
      key={act}
      tone={tone}
      icon={icon}
      onClick={() => {
        onPressed?.();
        onAct(act);
      }}
    >
      {actButtons[act]}
    </Button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar of acts, not the fields of a form.
    <div className="act-bar" role="group" aria-label={consult.actions}>
      {first && button(first)}
      <div className="act-others">{others.map((other) => button(other))}</div>
      {others.length > 0 && (
        <div className="act-more">
          <Popover
            label={consult.moreActions}
            place="above-end"
            button={(trigger) => (
              <button type="button" className="button button-plain" aria-label={consult.moreActions} {...trigger}>
                <Ellipsis size={18} aria-hidden="true" />
              </button>
            )}
          >
            {(close) => <div className="act-sheet">{others.map((other) => button(other, close))}</div>}
          </Popover>
        </div>
      )}
    </div>
  );
}
