import { isOwnActivity } from '@bitacora/core/domain/activity/activity';
import type { Act } from '@bitacora/core/domain/activity/lifecycle';
import { actsOpenTo } from '@bitacora/core/domain/activity/policy';
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
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { useApp, useSession } from '../../app.ts';
import { paths } from '../../layout/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import type { Activity } from '../activity.ts';
import { forgetUnsent, unsentOf } from './unsent.ts';
import { UnsentOffer } from './unsent-offer.tsx';
import './acts.css';

const load = async () => ({ default: (await import('./act-dialog.tsx')).ActDialog });
const ActDialog = lazy(load);

/** The acts open to the reader, and the dialog of the selected one. */
export function Acts({ activity }: { activity: Activity }) {
  const { user } = useSession();
  const { notices } = useApp();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const open = actsOpenTo(user, activity);
  const [act, setAct] = useState<Act | null>(null);
  const [unsent, setUnsent] = useState(() => unsentOf(user.id, activity.id));
  // Fetched with the page, because a first click must not wait.
  useEffect(() => void load().catch(() => {}), []);
  const drop = () => {
    forgetUnsent(user.id, activity.id);
    setUnsent(null);
  };
  const close = () => {
    // The draft of another act stays, because it can still be sent.
    if (unsentOf(user.id, activity.id)?.act === act) drop();
    setAct(null);
  };
  return (
    <>
      {unsent && !act && <UnsentOffer unsent={unsent} isOpen={open.has(unsent.act)} onGoOn={() => setAct(unsent.act)} onDrop={drop} />}
      <ActBar open={open} onAct={setAct} />
      <Suspense>
        {act && (
          <ActDialog
            act={act}
            activity={activity}
            onClose={close}
            onDone={async (notice) => {
              notices.show(notice);
              const next = nextAfter(act, activity);
              await (next ? navigate(next) : revalidate());
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Where each act leads (docs/product.md, 3); null stays on the page. */
function nextAfter(act: Act, activity: Activity): string | null {
  if (act === 'cancel') return paths.pending;
  if (act === 'complete') return isOwnActivity(activity) ? paths.history : paths.pending;
  return null;
}

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
function ActBar({ open, onAct }: { open: ReadonlySet<Act>; onAct: (act: Act) => void }) {
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
            button={(trigger) => <Button icon={Ellipsis} aria-label={consult.moreActions} {...trigger} />}
          >
            {(close) => <div className="act-sheet">{others.map((other) => button(other, close))}</div>}
          </Popover>
        </div>
      )}
    </div>
  );
}
