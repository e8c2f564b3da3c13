import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { Promotion } from '../../../generated/schema.ts'
import { LinkTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'

/** Warns that codes have no effect if the promotion applies automatically. */
export function CouponNote({ promotion }: { promotion: Promotion }) {
  const paths = usePaths()
  if (promotion.trigger === 'coupon') return null
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconInfoCircle aria-hidden />}
      title="This promotion needs no coupon"
    >
      It applies by itself, so its codes have no effect. To require one, set its trigger to “With a coupon” in the{' '}
      <LinkTo to={paths.promotion(promotion.id)}>builder</LinkTo>.
    </Alert>
  )
}
