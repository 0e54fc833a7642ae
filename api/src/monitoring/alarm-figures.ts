/** The name, the labels and the value of a figure in the text of Prometheus. */
const FIGURE = /^(\w+)(?:\{(.*)\})? ([\d.e+]+)$/gm;

/** What the alarms judge of the figures since the start, so that a person sees it without Prometheus. */
export function alarmFigures(text: string) {
  const figures = [...text.matchAll(FIGURE)].map(([, name, labels = '', value]) => ({ name, labels, value: Number(value) }));
  const matching = (name: string, label = '') => figures.filter((one) => one.name === name && one.labels.includes(label) && one.value > 0);
  const sum = (name: string, label?: string) => matching(name, label).reduce((total, { value }) => total + value, 0);
  const failedJobs = matching('bitacora_job_seconds_count', 'outcome="failed"').map(({ labels }) => /job="(\w+)"/.exec(labels)?.[1] ?? '');
  return {
    failedRequests: sum('bitacora_request_seconds_count', 'status="5'),
    shedRequests: sum('bitacora_requests_shed_total'),
    refusedPasswords: sum('bitacora_passwords_refused_total'),
    failedJobs,
    connectionsAwaited: sum('bitacora_pool_connections', 'state="waited_for"'),
  };
}
