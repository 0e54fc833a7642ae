import * as z from 'zod/mini';
import { narrowestScope, savedViewScreens, scopeAudience } from '../../domain/reports/report.ts';
import { validation } from '../../messages/validation.ts';
import { type Endpoint, get, post, registered, remove, workbook } from '../endpoint.ts';
import { WORKBOOK_TYPE, ZIP_TYPE } from '../exchange.ts';
import { id, optionalText, orOther, requiredName, typeError } from '../wire.ts';
import { renamed } from '../wire-names.ts';
import {
  allActivitiesReport,
  assignedReport,
  complianceGroups,
  dateRange,
  expedientQuery,
  type FacetsQuery,
  facets,
  facetsQuery,
  figures,
  firstPending,
  loadQuery,
  pageSize,
  peopleLoad,
  punctuality,
  punctualityQuery,
  reportPage,
  reportRows,
  workbookReport,
} from './report-shapes.ts';

const NAME_MAX = 60;
/** Servers and proxies commonly accept addresses of this length. */
const QUERY_MAX = 8_000;
const screen = z.enum(savedViewScreens, { error: typeError(validation.notAnOption(savedViewScreens.join(', '))) });

/** The query of an address; absent, null and empty mean the screen without choices. */
const query = z.codec(optionalText(QUERY_MAX), z.string(), {
  decode: (given) => given ?? '',
  encode: (given) => given,
});

/** Absent and null fill the window. */
const sizeOrFit = z.codec(z.optional(z.nullable(pageSize)), z.custom<number | null>(), {
  decode: (given) => given ?? null,
  encode: (given) => given,
});

export const savedView = renamed({
  id: ['id', z.int()],
  screen: ['screen', orOther(screen)],
  name: ['name', z.string()],
  query: ['query', z.string()],
});

/** Lists and figures over many activities, and the views of them that a person saved (docs/product.md, 1; docs/product.md, 4). */
export const reportEndpoints = {
  listAllActivities: {
    ...post('/api/get_all_activities', 'person'),
    whoFor: (query: FacetsQuery) => scopeAudience[narrowestScope(query)],
    effect: 'reads',
    summary: 'Las actividades de toda la empresa, las propias, o lo pendiente de quienes suplo hoy',
    body: allActivitiesReport,
    reply: reportRows,
    page: reportPage,
  },
  listAssignedByMe: {
    ...post('/api/get_user_assigned_activities', 'readGlobalReports'),
    effect: 'reads',
    summary: 'Lo que asigné a otros',
    body: assignedReport,
    reply: reportRows,
    page: reportPage,
  },
  countFacets: {
    ...post('/api/get_stats_activities', 'person'),
    whoFor: (query: FacetsQuery) => scopeAudience[narrowestScope(query)],
    effect: 'reads',
    summary: 'Cuántas actividades hay por valor de cada filtro',
    body: facetsQuery,
    reply: facets,
  },
  readCompanyFigures: {
    ...post('/api/get_general_activity_stats', 'readGlobalReports'),
    effect: 'reads',
    summary: 'Totales de toda la empresa',
    body: dateRange,
    reply: figures,
  },
  readAssignedFigures: {
    ...post('/api/get_user_activity_stats', 'readGlobalReports'),
    effect: 'reads',
    summary: 'Totales de lo que asigné a otros',
    body: dateRange,
    reply: figures,
  },
  readComplianceGroups: {
    ...post('/api/get_compliance_groups', 'readGlobalReports'),
    effect: 'reads',
    summary: 'Cumplimiento de la empresa por departamento y por semana de entrega',
    body: dateRange,
    reply: complianceGroups,
  },
  readPunctuality: {
    ...post('/api/get_punctuality_stats', 'readGlobalReports'),
    effect: 'reads',
    summary: 'Puntualidad de lo que vence en un rango de fechas, y cuánto tardan las verificaciones',
    body: punctualityQuery,
    reply: punctuality,
  },
  readPeopleLoad: {
    ...post('/api/get_people_load', 'readGlobalReports'),
    effect: 'reads',
    summary: 'Cuánto trabajo tiene cada persona: abierto, con retraso, por vencer y finalizado en el mes',
    body: loadQuery,
    reply: peopleLoad,
  },
  readFirstPending: {
    ...get('/api/first_activity_pending', 'readGlobalReports'),
    summary: 'Desde cuándo hay algo pendiente',
    reply: firstPending,
  },
  exportReport: {
    ...post('/api/create_report_activities_f', 'readGlobalReports'),
    effect: 'reads',
    needs: 'request',
    summary: 'Las actividades de un reporte, filtradas como en pantalla, en un libro de Excel',
    body: workbookReport,
    reply: workbook,
    file: { name: 'Reporte_Actividades.xlsx', mediaType: WORKBOOK_TYPE },
  },
  createExpedient: {
    ...post('/api/create_expedient', 'readGlobalReports'),
    effect: 'reads',
    needs: 'request',
    summary: 'El expediente de un reporte: constancia, originales y sellos de cada actividad, con una página que los comprueba sin red',
    body: expedientQuery,
    reply: z.custom<Blob>(),
    file: { name: 'Expediente.zip', mediaType: ZIP_TYPE },
  },
  listSavedViews: {
    ...get('/api/get_saved_views', 'person'),
    summary: 'Mis vistas guardadas',
    reply: z.array(savedView),
  },
  saveView: {
    ...post('/api/save_view', 'person'),
    summary: 'Guarda una vista; con el nombre de otra de la misma pantalla, la reemplaza',
    body: renamed({ screen: ['screen', screen], name: ['name', requiredName(NAME_MAX)], query: ['query', query] }),
    reply: registered,
  },
  saveListSize: {
    ...post('/api/save_list_size', 'person'),
    summary: 'Guarda cuántas filas por página quiero en las listas; sin número, las que quepan en la ventana',
    body: renamed({ size: ['size', sizeOrFit] }),
  },
  removeSavedView: {
    ...remove('/api/delete_saved_view/:id', 'person'),
    summary: 'Borra una de mis vistas',
    params: renamed({ viewId: ['id', id] }),
  },
} as const satisfies Record<string, Endpoint>;
