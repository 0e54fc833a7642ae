import './figure-card.css';

/** A figure, its name, and what it means. */
export function FigureCard({ figure, label, hint, tone }: { figure: number; label: string; hint: string; tone?: 'late' | undefined }) {
  return (
    <div className="figure-card" data-tone={tone}>
      <p className="figure-label">{label}</p>
      <p className="figure">{figure.toLocaleString('es-MX')}</p>
      <p className="figure-hint">{hint}</p>
    </div>
  );
}
