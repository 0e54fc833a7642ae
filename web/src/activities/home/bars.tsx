import { bandOf } from '@bitacora/core/domain/reports/compliance';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  LinearScale,
  type Plugin,
  type Scale,
  Tooltip,
} from 'chart.js';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { charts } from '../../messages/charts.ts';
import type { Share } from './compliance-share.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

const signals = { red: 'late', orange: 'soon', yellow: 'work', green: 'done', blue: 'wait' } as const;

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export interface BarsProps {
  shares: readonly Share[];
  /** Horizontal bars for names, vertical bars for weeks. */
  direction: 'lying' | 'standing';
}

/** A bar for each share in the colour of its band, with its figure. The table has the same data. */
export default function Bars({ shares, direction }: BarsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useThemeName();
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const chart = new Chart(context, configuration(shares, direction));
    return () => chart.destroy();
  }, [shares, direction, theme]);
  return <canvas ref={canvas} />;
}

function configuration(shares: readonly Share[], direction: BarsProps['direction']): ChartConfiguration<'bar'> {
  const [ink, muted, line] = ['ink', 'muted', 'line'].map(token);
  const font = { family: token('font'), size: 12 };
  const isLying = direction === 'lying';
  const names = { grid: { display: false }, border: { color: line }, ticks: { color: ink, font, autoSkip: !isLying, maxRotation: 0 } };
  const percents = {
    min: 0,
    max: 100,
    grid: { color: line },
    border: { display: false },
    ticks: { color: muted, font, stepSize: 25, maxRotation: 0, callback: (value: string | number) => charts.percent(Number(value)) },
  };
  return {
    type: 'bar',
    data: {
      labels: shares.map(({ short }) => short),
      datasets: [
        {
          data: shares.map(({ percent, total }) => (total === 0 ? null : percent)),
          backgroundColor: shares.map(({ percent }) => token(`${signals[bandOf(percent)]}-solid`)),
          borderRadius: 4,
          maxBarThickness: isLying ? 18 : 32,
          minBarLength: 2,
        },
      ],
    },
    options: {
      indexAxis: isLying ? 'y' : 'x',
      maintainAspectRatio: false,
      animation: isStill() ? false : { duration: 160 },
      layout: { padding: isLying ? { right: 96 } : { top: 20 } },
      scales: isLying ? { y: { ...names, afterFit: makeRoom(font) }, x: percents } : { x: names, y: percents },
      plugins: {
        tooltip: {
          displayColors: false,
          callbacks: {
            title: ([item]) => (item ? (shares[item.dataIndex]?.name ?? '') : ''),
            label: ({ dataIndex }) => labelOf(shares[dataIndex] as Share),
          },
        },
      },
    },
    plugins: [isLying ? besideBars(shares, font, ink as string) : aboveBars(shares, font, ink as string)],
  };
}

const labelOf = ({ percent, finished, total }: Share) => `${charts.percent(percent)} · ${charts.share(finished, total)}`;

/** Gap between a name and its bar, in pixels. */
const NAME_GAP = 12;
interface Font {
  family: string;
  size: number;
}

/** Widens the axis, because Chart.js cuts long names on a phone. */
const makeRoom =
  ({ family, size }: Font) =>
  (axis: Scale) => {
    axis.ctx.font = `${size}px ${family}`;
    const widest = Math.max(...axis.ticks.map(({ label }) => axis.ctx.measureText(String(label)).width));
    axis.width = Math.max(axis.width, Math.ceil(widest) + NAME_GAP);
  };

const begin = ({ ctx }: Chart, { family, size }: Font, ink: string) => {
  ctx.font = `${size}px ${family}`;
  ctx.fillStyle = ink;
};

/** Writes the figure at the end of each horizontal bar. */
const besideBars = (shares: readonly Share[], font: Font, ink: string): Plugin => ({
  id: 'beside',
  afterDatasetsDraw(chart) {
    begin(chart, font, ink);
    Object.assign(chart.ctx, { textAlign: 'left', textBaseline: 'middle' });
    for (const [at, { x, y }] of chart.getDatasetMeta(0).data.entries()) chart.ctx.fillText(labelOf(shares[at] as Share), x + 8, y);
  },
});

/** Writes the percentage over each vertical bar, if there is room for all. */
const aboveBars = (shares: readonly Share[], font: Font, ink: string): Plugin => ({
  id: 'above',
  afterDatasetsDraw(chart) {
    begin(chart, font, ink);
    Object.assign(chart.ctx, { textAlign: 'center', textBaseline: 'bottom' });
    const room = chart.chartArea.width / shares.length - 4;
    const write = [charts.percent, String].find((words) => chart.ctx.measureText(words(100)).width <= room);
    if (!write) return;
    for (const [at, { x, y }] of chart.getDatasetMeta(0).data.entries()) {
      const share = shares[at] as Share;
      if (share.total > 0) chart.ctx.fillText(write(share.percent), x, y - 4);
    }
  },
});

const root = document.documentElement;

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(root, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme of <html>, because style sheets cannot colour a canvas. */
const useThemeName = (): string => useSyncExternalStore(subscribe, () => root.dataset.theme ?? 'light');
