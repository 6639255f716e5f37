import { cn } from '@/components/ui/cn';

type SparklineProps = {
  values: readonly number[];
  /** What it shows, for readers: "Calls a day, last 30 days". */
  label: string;
  className?: string;
};

const WIDTH = 100;
const HEIGHT = 24;

/** The shape of a series in the height of a line; empty and flat series draw a base line. */
export function Sparkline({ values, label, className }: SparklineProps) {
  const top = Math.max(1, ...values);
  const step = values.length > 1 ? WIDTH / (values.length - 1) : WIDTH;
  const points = values.map((value, index) => {
    const y = HEIGHT - 1.5 - (value / top) * (HEIGHT - 3);
    return `${(index * step).toFixed(2)},${y.toFixed(2)}`;
  });
  const last = values.at(-1) ?? 0;
  return (
    <svg
      role="img"
      aria-label={`${label}: last ${last.toLocaleString('en')}, most ${Math.max(0, ...values).toLocaleString('en')}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn('h-6 w-24 text-accent', className)}
    >
      {points.length > 1 ? (
        <>
          <polygon
            points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`}
            className="fill-accent-soft"
          />
          <polyline
            points={points.join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      ) : (
        <line
          x1="0"
          x2={WIDTH}
          y1={HEIGHT - 1.5}
          y2={HEIGHT - 1.5}
          stroke="currentColor"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
