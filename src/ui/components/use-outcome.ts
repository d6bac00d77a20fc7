import { compareStructural, computed } from 'mobx';
import { useMemo } from 'react';
import { useServices, type Services } from '../services.ts';

/**
 * Observes the outcome of a rule. The component renders again when the outcome changes, and not each time that the
 * clock or the position changes.
 *
 * @param rule must be the same function at every render
 * @returns the outcome of `rule`, compared by its fields
 */
export function useOutcome<Subject, Outcome>(
  rule: (subject: Subject, services: Services) => Outcome,
  subject: Subject,
): Outcome {
  const services = useServices();
  const outcome = useMemo(
    () => computed(() => rule(subject, services), { equals: compareStructural }),
    [rule, services, subject],
  );
  return outcome.get();
}
