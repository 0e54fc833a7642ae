import type { ChecklistEntry } from '@bitacora/core/contract/activities/activity-shapes';
import { isTicked } from '@bitacora/core/domain/activities/activity';
import { checklistTexts } from '@bitacora/core/messages/activities/consult';
import { Square, SquareCheck } from 'lucide-react';
import { ProgressBar } from 'primereact/progressbar';
import { useEffect, useId, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useClients } from '../../app/clients.ts';
import { followPromise } from '../../app/follow-promise.ts';
import { consultPage } from '../../messages/consult-texts.ts';
import { Section } from '../../ui/section.tsx';
import { Alert } from '../../ui/states.tsx';
import { Tick } from '../../ui/table-parts.tsx';
import { errorSentence, isOutdated } from '../../ui/use-attempt.ts';
import { type ActivityView, type EvidenceImage, Instant } from '../activity.tsx';
import '../../ui/upload-progress.css';
import './checklist.css';

interface ChecklistProps {
  activity: ActivityView;
  images: Promise<readonly EvidenceImage[]>;
  mayTick: boolean;
}

/** Shows what completing demands: the items to tick, and how many images. */
export function Checklist({ activity, mayTick, ...props }: ChecklistProps) {
  const { checklist = [], minimumImages } = activity;
  const ticks = useTicks(activity);
  if (checklist.length === 0 && minimumImages === 0) return null;
  const ticked = checklist.filter((item) => ticks.isTicked(item)).length;
  const progress = checklistTexts.progress(ticked, checklist.length);
  return (
    <Section title={checklistTexts.title} beside={checklist.length > 0 && <span className="count">{progress}</span>}>
      {ticks.error !== null && <Alert title={errorSentence(ticks.error, checklistTexts.failed)} />}
      {checklist.length > 0 && (
        <>
          <ProgressBar
            value={Math.round((100 * ticked) / checklist.length)}
            showValue={false}
            aria-label={checklistTexts.title}
            aria-valuetext={progress}
          />
          <ul className="checklist">
            {checklist.map((item) => (
              <Item
                key={item.place}
                item={item}
                isOn={ticks.isTicked(item)}
                onTick={mayTick ? (isOn) => void ticks.turn(item.place, isOn) : undefined}
              />
            ))}
          </ul>
        </>
      )}
      {minimumImages > 0 && <DemandedImages count={minimumImages} images={props.images} />}
    </Section>
  );
}

function Item({ item, isOn, onTick }: { item: ChecklistEntry; isOn: boolean; onTick: ((isOn: boolean) => void) | undefined }) {
  const id = useId();
  const Mark = isOn ? SquareCheck : Square;
  return (
    <li>
      {onTick ? (
        <Tick id={id} isTicked={isOn} onChange={onTick} />
      ) : (
        <Mark size={18} role="img" aria-label={isOn ? consultPage.ticked : consultPage.notTicked} />
      )}
      <label className="checklist-words" htmlFor={onTick && id}>
        <span className="prose">{item.text}</span>
        {isOn && item.tickedByName && item.tickedAt && (
          <span className="checklist-by">
            {item.tickedByName} · <Instant at={item.tickedAt} />
          </span>
        )}
      </label>
    </li>
  );
}

/** 'Se piden 3 imágenes: hay 1.' */
function DemandedImages({ count, images }: { count: number; images: ChecklistProps['images'] }) {
  const [total, setTotal] = useState<number | null>(null);
  useEffect(() => followPromise(images, ({ length }) => setTotal(length)), [images]);
  return (
    <p className="checklist-images" data-open={(total !== null && total < count) || undefined}>
      {checklistTexts.minimumImages(count)}
      {total !== null && consultPage.imagesSoFar(total)}
    </p>
  );
}

interface SentTick {
  isOn: boolean;
  /** The server has it; the next reading of the activity shows it. */
  isStored: boolean;
}

/** Ticks show at once, before the server answers. Each item has a call of its own, so that a quick hand need not wait. */
function useTicks(activity: ActivityView) {
  const { client } = useClients();
  const { revalidate } = useRevalidator();
  const [sentTicks, setSentTicks] = useState<Readonly<Record<number, SentTick>>>({});
  const [error, setError] = useState<unknown>(null);
  const set = (place: number, tick: SentTick | undefined) =>
    setSentTicks(({ [place]: _, ...others }) => (tick ? { ...others, [place]: tick } : others));
  useEffect(() => {
    setSentTicks((before) => Object.fromEntries(Object.entries(before).filter(([, { isStored }]) => !isStored)));
  }, [activity]);

  const turn = async (place: number, isOn: boolean) => {
    if (sentTicks[place]) return;
    set(place, { isOn, isStored: false });
    setError(null);
    try {
      await (isOn ? client.tickItems : client.untickItems)({ activityId: activity.id, items: [place] });
      set(place, { isOn, isStored: true });
      await revalidate();
    } catch (reason) {
      set(place, undefined);
      setError(reason);
      if (isOutdated(reason)) await revalidate();
    }
  };
  return { turn, error, isTicked: (item: ChecklistEntry) => sentTicks[item.place]?.isOn ?? isTicked(item) };
}
