/** @module segments: a choice of one of a few values. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

/** `labels` by value. */
export function Segments<V extends string>({
  title,
  values,
  labels,
  value,
  onChange,
}: {
  readonly title: string;
  readonly values: readonly V[];
  readonly labels: Readonly<Record<V, string>>;
  readonly value: V;
  readonly onChange: (value: V) => void;
}): JSX.Element {
  const name = useId();
  return (
    <div class="segments" role="radiogroup" aria-label={title}>
      {values.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={value === one} onChange={() => onChange(one)} />
          <span>{labels[one]}</span>
        </label>
      ))}
    </div>
  );
}
