import classes from './shell.module.css'

export function SandboxBanner({ height }: { height: number }) {
  return (
    <div className={classes.banner} style={{ height }} role="status">
      Sandbox: nothing here touches production
    </div>
  )
}
