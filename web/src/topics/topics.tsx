import type { Client } from '@bitacora/core/client';
import type { EditableTopic } from '@bitacora/core/contract/topics/topic-endpoints';
import { GENERAL, openStatuses } from '@bitacora/core/domain/activities/activity';
import { rowsPath } from '@bitacora/core/domain/reports/list-address';
import { topicTexts } from '@bitacora/core/messages/topics/topics';
import { createColumnHelper } from '@tanstack/react-table';
import { BookMarked, ListChecks, Pencil, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import { getClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { deferred, Loaded, useLoaded } from '../layout/loaded.tsx';
import { FiguresLead, Page } from '../layout/page.tsx';
import { templateTexts } from '../messages/template-texts.ts';
import { type ListFilters, LocalList } from '../saved-views/local-list.tsx';
import { TourButton } from '../tours/tour-button.tsx';
import { Button, RowAct } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { Empty, ListSkeleton } from '../ui/states.tsx';
import { Clipped, type Features } from '../ui/table-model.tsx';
import { rowLink } from '../ui/table-parts.tsx';
import { rereadFor } from '../ui/use-address-state.ts';
import './topics.css';

const TopicDialog = later(async () => (await import('./topic-dialog.tsx')).TopicDialog);

type TopicsDialog = { topic?: EditableTopic; isAboutTemplates?: true };
const TemplatesDialog = later(async () => (await import('./templates-dialog.tsx')).TemplatesDialog);
const helper = createColumnHelper<Features, WorkedTopic>();
const byName = [{ id: 'name', desc: false }];

/** A change of order, search or page needs no reload. */
export const shouldRevalidate = rereadFor();

type WorkedTopic = EditableTopic & { open: number };

/** The topics, each with the number of its open activities. */
async function listTopicsWithWork(client: Client): Promise<WorkedTopic[]> {
  const [topics, facets] = await Promise.all([client.listTopics(), client.countFacets({ reportStatuses: [...openStatuses] })]);
  const open = new Map(facets.topics.map(({ name, total }) => [name, total]));
  return topics.map((topic) => ({ ...topic, open: open.get(topic.name) ?? 0 }));
}

export function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  return { loaded: deferred(Promise.all([listTopicsWithWork(client), client.listDepartments()])) };
}

export function Component() {
  const { loaded } = useLoaded<typeof loader>();
  const [open, setOpen] = useState<TopicsDialog | null>(null);
  return (
    <Page
      title={topicTexts.title}
      lead={
        <FiguresLead
          of={loaded}
          none={topicTexts.none}
          parts={([topics]) => {
            const departments = new Set(topics.map(({ department }) => department).filter((name) => name !== GENERAL)).size;
            return [
              { text: topicTexts.count(topics.length), count: topics.length },
              { text: topicTexts.departments(departments), count: departments },
            ];
          }}
        />
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
            {open?.isAboutTemplates && open.topic && <TemplatesDialog topic={open.topic} onClose={() => setOpen(null)} />}
            {open && !open.isAboutTemplates && (
              <TopicDialog
                // The latest version, because a refused edit shows what changed.
                topic={topics.find(({ id }) => id === open.topic?.id) ?? open.topic}
                departments={departments.map(({ department }) => department)}
                onClose={() => setOpen(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface TopicsProps {
  topics: readonly WorkedTopic[];
  onEdit: (topic: EditableTopic) => void;
  onTemplates: (topic: EditableTopic) => void;
}

const filters: ListFilters<WorkedTopic> = { department: { label: topicTexts.department, value: ({ department }) => department } };

function Topics({ topics, onEdit, onTemplates }: TopicsProps) {
  const columns = useMemo(() => topicColumns(onEdit, onTemplates), []);
  return (
    <LocalList
      screen="topics"
      label={topicTexts.title}
      columns={columns}
      rows={topics}
      usualOrder={byName}
      filters={filters}
      search={topicTexts.search}
      empty={<Empty icon={BookMarked} text={topicTexts.empty} help="registra-un-tema" />}
      noMatch={topicTexts.noMatch}
    />
  );
}

/** The topics table; a press on a row opens its topic. */
const topicColumns = (onEdit: TopicsProps['onEdit'], onTemplates: TopicsProps['onTemplates']) => [
  helper.accessor('id', { header: topicTexts.id, meta: { width: 44, onCard: 'head', isTabular: true } }),
  helper.accessor('name', {
    header: topicTexts.name,
    meta: { width: 190, onCard: 'lead', isSearched: true },
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
    meta: { width: 130, onCard: 'badge', isSearched: true },
    cell: ({ getValue }) => <Clipped text={getValue()} />,
  }),
  helper.accessor('open', {
    header: topicTexts.open,
    meta: { width: 84, isTabular: true },
    cell: ({ row: { original } }) =>
      original.open > 0 ? (
        <Link to={rowsPath(paths.pendingReport, { topics: [original.name] })} aria-label={topicTexts.openOf(original.open, original.name)}>
          {original.open.toLocaleString('es-MX')}
        </Link>
      ) : (
        0
      ),
  }),
  helper.display({
    id: 'acts',
    header: topicTexts.acts,
    meta: { width: 172, onCard: 'action' },
    cell: ({ row: { original } }) => (
      <span className="topic-acts">
        <RowAct icon={Pencil} label={topicTexts.edit(original.name)} {...rowLink} onClick={() => onEdit(original)}>
          {topicTexts.editColumn}
        </RowAct>
        <RowAct icon={ListChecks} label={templateTexts.open(original.name)} onClick={() => onTemplates(original)}>
          {templateTexts.column}
        </RowAct>
      </span>
    ),
  }),
];
