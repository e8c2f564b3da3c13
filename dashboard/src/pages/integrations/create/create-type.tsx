import { SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import type { TargetType } from '../../../kit/targets/target.ts'
import { TARGET_KINDS } from '../../../kit/targets/targets.ts'
import classes from './create.module.css'
import { useDraft, useGoToStep } from './draft-state.ts'

/** First step: the kind of target. */
export function TypeStep() {
  const { draft, setDraft, setTest } = useDraft()
  const goToStep = useGoToStep()
  const choose = (kind: TargetType) => {
    const next = { ...draft, kind, target: kind === draft.kind ? draft.target : {} }
    setDraft(next)
    setTest(null)
    goToStep('events', next)
  }
  return (
    <section aria-labelledby="kind">
      <h2 id="kind" className={classes.question}>
        Where do the events go?
      </h2>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" maw={960}>
        {TARGET_KINDS.map(({ kind, name, about, icon: Icon }) => (
          <UnstyledButton
            key={kind}
            className={classes.kind}
            data-chosen={kind === draft.kind || undefined}
            onClick={() => choose(kind)}
          >
            <Icon size={22} stroke={1.6} aria-hidden />
            <Text fw={600} mt={8}>
              {name}
            </Text>
            <Text size="sm" mt={4} className={classes.dim}>
              {about}
            </Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </section>
  )
}
