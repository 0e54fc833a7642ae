import { effectiveDeadline } from '@bitacora/core/domain/activities/deadline';
import { readerConsultPath } from '@bitacora/core/domain/page-paths';
import { assigneeName, ownerName } from '@bitacora/core/domain/people/person';
import { activityFields } from '@bitacora/core/messages/activities/activity-fields';
import { writtenDay } from '@bitacora/core/messages/dates';
import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { useApp, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import type { Notice } from '../../app/notice-store.ts';
import { DeferredContent } from '../../layout/loaded.tsx';
import { useLinkState } from '../../layout/menu-entries.ts';
import { PersonLink } from '../../layout/person-link.tsx';
import { useRereads } from '../../layout/use-rereads.ts';
import { preview } from '../../messages/layout-texts.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { StatusMarks } from '../../ui/status-chip.tsx';
import { type ActivityView, DaysLeft, Instant } from '../activity.tsx';
import { ActBar, useActChoice } from '../acts/act-bar.tsx';
import { ActDialog } from '../acts/act-dialog.tsx';
import { DocumentCount } from '../consult/document-count.tsx';
import './preview.css';

interface PreviewPanelProps {
  panel: RefObject<HTMLElement | null>;
  activity: ActivityView;
  /** An act changed it; settles once panel and list show so. */
  onActed: () => Promise<void>;
  onClose: () => void;
}

/** An activity beside its list: all of its text, the last comment, thumbnails of its evidence, and the acts open to the reader. */
export function PreviewPanel({ panel, activity, onActed, onClose }: PreviewPanelProps) {
  const { user } = useSession();
  const { client } = useClients();
  const linkState = useLinkState();
  const rereads = useRereads();
  const { id } = activity;
  return (
    <aside ref={panel} className="preview" tabIndex={-1} aria-label={preview.title(id)}>
      <header className="preview-head">
        <span className="preview-folio tabular">{id}</span>
        <StatusMarks activity={activity} />
        <ButtonLink to={readerConsultPath(activity, user.id)} state={linkState}>
          {preview.consult}
        </ButtonLink>
        <IconButton icon={X} size={18} label={preview.close} onClick={onClose} />
      </header>
      <div className="preview-body">
        <h2 className="preview-text prose">{activity.description}</h2>
        <dl className="preview-facts">
          <dt>{preview.dueOn}</dt>
          <dd>
            {writtenDay(effectiveDeadline(activity))} · <DaysLeft activity={activity} />
          </dd>
          <dt>{activityFields.topic.label}</dt>
          <dd>{activity.topic}</dd>
          <dt>{activityFields.assignee.label}</dt>
          <dd>
            <PersonLink id={activity.assigneeId} name={assigneeName(activity)} />
          </dd>
          <dt>{activityFields.owner.label}</dt>
          <dd>
            <PersonLink id={activity.ownerId} name={ownerName(activity)} />
          </dd>
        </dl>
        <section>
          <h3>{preview.lastComment}</h3>
          <DeferredContent key={`${id} ${rereads}`} lines={2} ask={() => client.listComments({ activityId: id })}>
            {(comments) => {
              const newest = comments.toSorted((a, b) => Number(b.writtenAt) - Number(a.writtenAt))[0];
              if (!newest) return <p className="muted">{preview.noComments}</p>;
              return (
                <>
                  <p className="prose">{newest.body}</p>
                  <p className="muted">
                    {newest.authorName} · <Instant at={newest.writtenAt} />
                  </p>
                </>
              );
            }}
          </DeferredContent>
        </section>
        <section>
          <h3>{preview.evidence}</h3>
          <DeferredContent key={`${id} ${rereads}`} lines={1} ask={() => client.listEvidence({ activityId: id })}>
            {(images) =>
              images.length === 0 ? (
                <p className="muted">{preview.noEvidence}</p>
              ) : (
                <ul className="preview-images">
                  {images.map((image) => (
                    <li key={image.url}>
                      <a href={image.url} target="_blank" rel="noreferrer">
                        <img src={image.thumbnailUrl} alt={image.name} loading="lazy" />
                      </a>
                    </li>
                  ))}
                </ul>
              )
            }
          </DeferredContent>
          <DocumentCount key={`documents ${id} ${rereads}`} activityId={id} />
        </section>
      </div>
      <PreviewActs key={`acts ${id}`} activity={activity} onActed={onActed} />
    </aside>
  );
}

/** After an act the list stays, unlike on the consult page. */
function PreviewActs({ activity, onActed }: Pick<PreviewPanelProps, 'activity' | 'onActed'>) {
  const { notices } = useApp();
  const finish = async (notice: Notice) => {
    notices.show(notice);
    await onActed();
  };
  const { choice, open, markSent, close } = useActChoice(activity.id);
  return (
    <>
      <footer className="preview-foot">
        <ActBar activity={activity} hasOnward={false} onAct={open} onDone={finish} place="above-end" />
      </footer>
      {choice && (
        <ActDialog
          act={choice.act}
          photos={choice.photos}
          activity={activity}
          onClose={close}
          onDone={(notice) => {
            markSent();
            return finish(notice);
          }}
        />
      )}
    </>
  );
}
