import classes from './sparkline.module.css'

type SparklineBucket = { succeeded: number; failed: number }

type SparklineProps = {
  /** Oldest first. */
  buckets: SparklineBucket[]
  /** Ends the sentence for screen readers: "in the last 24 hours". */
  period: string
  width?: number
  height?: number
}

const NUMBER = new Intl.NumberFormat('en-US')
/** Keeps one failure among thousands visible. */
const MIN_HEIGHT = 2

/** Small bar chart with failures stacked on successes. Screen readers get the totals in words. */
export function Sparkline({ buckets, period, width = 120, height = 24 }: SparklineProps) {
  const words = sparklineWords(buckets, period)
  const most = Math.max(1, ...buckets.map(({ succeeded, failed }) => succeeded + failed))
  const step = width / Math.max(1, buckets.length)
  const bar = Math.max(1, step - (step > 3 ? 1 : 0))
  return (
    <svg className={classes.sparkline} width={width} height={height} role="img" aria-label={words}>
      <title>{words}</title>
      <rect className={classes.base} x={0} y={height - 1} width={width} height={1} />
      {buckets.map((bucket, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place in time.
        <Bar key={index} bucket={bucket} x={index * step} width={bar} height={height} most={most} />
      ))}
    </svg>
  )
}

type BarProps = { bucket: SparklineBucket; x: number; width: number; height: number; most: number }

function Bar({ bucket, x, width, height, most }: BarProps) {
  const tall = (count: number) => (count === 0 ? 0 : Math.max(MIN_HEIGHT, (count / most) * (height - MIN_HEIGHT)))
  const failed = tall(bucket.failed)
  const succeeded = Math.min(tall(bucket.succeeded), height - failed)
  if (failed + succeeded === 0) return null
  return (
    <>
      <rect className={classes.succeeded} x={x} y={height - succeeded} width={width} height={succeeded} />
      <rect className={classes.failed} x={x} y={height - succeeded - failed} width={width} height={failed} />
    </>
  )
}

function sparklineWords(buckets: SparklineBucket[], period: string): string {
  const succeeded = buckets.reduce((sum, bucket) => sum + bucket.succeeded, 0)
  const failed = buckets.reduce((sum, bucket) => sum + bucket.failed, 0)
  if (succeeded + failed === 0) return `None ${period}`
  return `${NUMBER.format(succeeded)} succeeded, ${NUMBER.format(failed)} failed ${period}`
}
