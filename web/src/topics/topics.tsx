import type { EditableTopic } from '@bitacora/core/contract/topics/topic-endpoints';
import { GENERAL } from '@bitacora/core/domain/activities/activity';
import { topicTexts } from '@bitacora/core/messages/topics/topics';
import { createColumnHelper } from '@tanstack/react-table';
import { BookMarked, ListChecks, Pencil, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getClients } from '../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { Figures, Page } from '../layout/page.tsx';
import { templateTexts } from '../messages/template-texts.ts';
import { ViewsTool } from '../saved-views/views-tool.tsx';
import { TourButton } from '../tours/tour-button.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Empty, ListSkeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { Clipped, type Features, skipReloadOnListChange, useListState } from '../ui/table-model.tsx';

const TopicDialog = lazy(async () => ({ default: (await import('./topic-dialog.tsx')).TopicDialog }));

type TopicsDialog = { topic?: EditableTopic; isAboutTemplates?: true };
const TemplatesDialog = lazy(async () => ({ default: (await import('./templates-dialog.tsx')).TemplatesDialog }));
const helper = createColumnHelper<Features, EditableTopic>();
const byName = [{ id: 'name', desc: false }];

export const shouldRevalidate = skipReloadOnListChange;

export function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  return { loaded: deferred(Promise.all([client.listTopics(), client.listDepartments()])) };
}

export function Component() {
  const { loaded } = useLoaded<typeof loader>();
  const [open, setOpen] = useState<TopicsDialog | null>(null);
  return (
    <Page
      title={topicTexts.title}
      lead={
        <Loaded of={loaded} skeleton={<span>&nbsp;</span>} isSilent>
          {([topics]) => {
            const departments = new Set(topics.map(({ department }) => department).filter((name) => name !== GENERAL)).size;
            return (
              <Figures
                none={topicTexts.none}
                parts={[
                  { text: topicTexts.count(topics.length), count: topics.length },
                  { text: topicTexts.departments(departments), count: departments },
                ]}
              />
            );
          }}
        </Loaded>
      }
      actions={
        <>
          <TourButton tour="topics" />
          <Button tone="accent" icon={Plus} onClick={() => setOpen({})}>
            {topicTexts.register}
          </Button>
        </>
      }
    >
      <Loaded of={loaded} skeleton={<ListSkeleton />}>
        {([topics, departments]) => (
          <>
            <Topics
              topics={topics}
              onEdit={(topic) => setOpen({ topic })}
              onTemplates={(topic) => setOpen({ topic, isAboutTemplates: true })}
            />
            <Suspense>
              {open?.isAboutTemplates && open.topic && <TemplatesDialog topic={open.topic} onClose={() => setOpen(null)} />}
              {open && !open.isAboutTemplates && (
                <TopicDialog
                  // The latest version, because a refused edit shows what changed.
                  topic={topics.find(({ id }) => id === open.topic?.id) ?? open.topic}
                  departments={departments.map(({ department }) => department)}
                  onClose={() => setOpen(null)}
                />
              )}
            </Suspense>
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface TopicsProps {
  topics: readonly EditableTopic[];
  onEdit: (topic: EditableTopic) => void;
  onTemplates: (topic: EditableTopic) => void;
}

function Topics({ topics, onEdit, onTemplates }: TopicsProps) {
  const columns = useMemo(() => topicColumns(onEdit, onTemplates), []);
  return (
    <Table
      label={topicTexts.title}
      columns={columns}
      rows={topics}
      rowId={(topic: EditableTopic) => topic.id}
      state={useListState('topics', byName, columns)}
      search={topicTexts.search}
      tools={<ViewsTool screen="topics" />}
      empty={<Empty icon={BookMarked} text={topicTexts.empty} help="registra-un-tema" />}
      noMatch={topicTexts.noMatch}
    />
  );
}

/** The topics table; its first column opens the topic. */
const topicColumns = (onEdit: TopicsProps['onEdit'], onTemplates: TopicsProps['onTemplates']) => [
  helper.display({
    id: 'edit',
    header: topicTexts.editColumn,
    meta: { width: 52, onCard: 'action' },
    cell: ({ row }) => (
      <IconButton icon={Pencil} className="consult-link" label={topicTexts.edit(row.original.name)} onClick={() => onEdit(row.original)} />
    ),
  }),
  helper.accessor('id', { header: topicTexts.id, meta: { width: 64, onCard: 'head', isTabular: true } }),
  helper.accessor('name', {
    header: topicTexts.name,
    meta: { onCard: 'lead', isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.accessor((topic) => topic.description ?? '', {
    id: 'description',
    header: topicTexts.description,
    meta: { isMinor: 'medium', isSearched: true },
    cell: ({ getValue }) => (getValue() ? <Clipped text={getValue()} /> : <span className="muted">{topicTexts.noDescription}</span>),
  }),
  helper.accessor('department', {
    header: topicTexts.department,
    meta: { width: 180, onCard: 'badge', isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.display({
    id: 'templates',
    header: templateTexts.column,
    meta: { width: 96, onCard: 'action' },
    cell: ({ row }) => (
      <IconButton icon={ListChecks} label={templateTexts.open(row.original.name)} hasTip onClick={() => onTemplates(row.original)} />
    ),
  }),
];
