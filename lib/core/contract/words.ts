/** Word lists of the description lint. English forms are generated from the base form. */

const VERBS = `
abort accept access acknowledge acquire activate add address adjust administer advance affect aggregate alert align allow allocate
alter analyse analyze annotate answer append apply approve archive arrange ask assess assign associate attach
attempt audit authenticate balance authorize autocomplete avoid await backfill backup ban batch begin bind block book
browse build bulk bypass calculate call cancel capture change chart chat check checkout choose claim classify clean clear
click clone close collect combine comment commit compare compile complete compose compress compute configure
conduct confirm connect construct contain control convert cook coordinate copy correct count cover crawl create crop customize cut deactivate
debug decide declare decline decode decommission decrypt deduplicate define delete delegate deliver demonstrate
deny deploy deprecate derive describe design destroy detach detect determine diagnose diff disable discard
disconnect discover dismiss dispatch display dispose divide download draft drag draw drop dump duplicate echo
edit elicit embed emit emulate enable encode encrypt end enforce enqueue enrich ensure enter enumerate erase
estimate evaluate examine exchange execute exit expand explain explore export expose extend extract facilitate
fail fetch fill filter finalize find finish fix flag flush focus follow force forecast fork format forward freeze
gather generate geocode get give go grab grant grep group guide halt handle help hide highlight hover identify
import improve include increase increment index infer inform init initialize initiate inject insert inspect
install instantiate instruct integrate interact interpret intersect invalidate invite invoke join jump keep kill
label launch learn let limit link list listen load locate lock log login logout look lookup maintain make manage
map mark match measure multiply divide merge migrate mirror mock modify monitor mount move mute name navigate normalize notify
observe obtain offer open operate optimize order organize output overwrite parse partition pass paste patch pause
perform permit persist pick pin ping place plan play plot poll populate post predict prepare present press
preview print prioritize probe process produce profile promote prompt propose protect provide provision prune
publish pull purchase purge push put query queue quit quote raise rank rate read reassign rebase rebuild recall
receive recommend reconcile record recover redact redeploy redirect redo reduce refactor refer refine redeem refresh
refund register reject relate release reload remind remove rename render renew reopen reorder repair repeat
replace reply report represent request require rerun reschedule reserve reset resize resolve respond restart
restore restrict resume retain retrieve retry return reveal reverse revert review revoke rewrite roll rotate
route run sample save scale scan schedule score scrape screenshot scroll search secure see seed select send
separate sequence serve set share shift ship show shrink shut sign simulate skip sleep snapshot snooze solve sort
specify split squash stage start stash stat stop store stream structure submit subscribe suggest summarise
summarize supply support suspend swipe switch sync synchronize synthesize tag tail subtract sum take tap target tell terminate test
think toggle touch trace track train transcribe transfer transform translate transmit traverse trigger trim
troubleshoot truncate try turn type unarchive unassign unblock undelete undo uninstall unlink unlock unpin
unpublish unregister unset unstage unstar unsubscribe update upgrade upload upsert use validate verify view visit
visualise visualize vote wait walk warn watch wipe work write zip zoom
`;

const CHANGES = `
abort activate add adjust alter append apply approve archive assign attach book buy cancel change charge checkout
clear click clone close commit configure copy create deactivate decline delete deploy deprecate destroy detach
disable dismiss dispatch drag drop edit emit enable enqueue erase execute fill fork forward generate grant hover import
increment insert install invite invoke kill label launch link lock log manage mark merge migrate modify move mute
navigate open overwrite patch pause pin place post press promote provision prune publish purchase purge push put
reassign rebase redeploy refund register reject relate release remove rename reopen reorder replace reply reschedule
reserve reset resize resolve restart restore resume revert revoke rotate run save schedule send set share sign
snooze squash stage start stash stop store submit subscribe suspend swipe switch sync tag tap terminate toggle transfer
trigger turn type unarchive unassign unlink unlock unpin unpublish unset unsubscribe update upgrade upload upsert
wipe write
`;

const LOSSES = `
abort archive cancel clear delete destroy discard disable drop erase force kill overwrite prune purge remove
replace reset restore revert revoke rewrite stop terminate truncate uninstall unlink unpublish wipe close rebase
`;

export const VERB_FORMS = formsOf(VERBS);
export const CHANGE_FORMS = formsOf(CHANGES);
export const LOSS_FORMS = formsOf(LOSSES);

/** Chinese is not split into words here, so these are looked for as substrings. */
export const HAN_VERBS =
  /[查找搜读写改删建增取传发存打关启停跑看算比合拆列选置填移换转译]|获取|检索|创建|更新|执行|生成|返回|提交|调用|分析|核对|重命名|备份|复制|登出|汇报|归档|卖出|买入|购入|租赁|预约|借阅|归还|维修|报告|缴费|付款|查阅|收集|报名|还款|分享|参加|申报|提醒|规划|翻译|诊断|评价|测试|收藏|缴纳|充值|计算|验证|校验|处理|管理|导出|导入|订阅|推送|同步|监控|检测|识别|提供|支持|统计|预订|预定|购买|支付|申请|审批|通知|浏览|记录|绘制|播放|控制|配置|添加|安排|推荐|评估|解析|提取|总结|编辑|定位|下载|注册|登录|取消|回复|预测|清空|回滚|部署|展示|显示|帮助|测量|制作|使用|进行|实现|完成|确认|了解|确定/u;
export const HAN_CHANGES =
  /[写改删增建发存停启]|创建|更新|修改|提交|执行|添加|新建|移除|清空|取消|覆盖|部署|发布|推送|同步|设置|保存|上传|安装|注册|支付|购买|预订|预定|关闭|打开|重命名|移动|复制|撤销|回滚|编辑|标记|发送|变更/u;
export const HAN_LOSSES =
  /删|移除|清空|清除|覆盖|销毁|撤销|停止|终止|取消|关闭|回滚|替换|重置|丢弃|不可恢复|不可逆/u;

/** Words that claim instead of saying; each says nothing a model could choose by. */
export const MARKETING =
  /\b(?:best[- ]in[- ]class|world[- ]class|cutting[- ]edge|state[- ]of[- ]the[- ]art|next[- ]gen(?:eration)?|industry[- ]leading|market[- ]leading|game[- ]chang(?:er|ing)|revolutionary|groundbreaking|unparalleled|unrivall?ed|unmatched|amazing|awesome|incredibl[ey]|fantastic|magical(?:ly)?|effortless(?:ly)?|seamless(?:ly)?|blazing(?:ly)?[- ]fast|lightning[- ]fast|super[- ]?charged?|turbo[- ]?charged?|powerful|ultimate|enterprise[- ]grade|one[- ]stop|superior|premier)\b/giu;
export const HAN_MARKETING =
  /业界领先|行业领先|世界一流|一站式|革命性|颠覆性|极致|强大的?|无与伦比|无缝|赋能|最佳体验|神奇|完美|卓越|顶级|史上最/gu;

/** Says outright that nothing is changed, or what is. */
export const EFFECT_STATEMENT =
  /\b(?:read[- ]?only|only\s+reads|changes?\s+nothing|does\s+not\s+(?:modify|change|write)|no\s+side[- ]?effects?|side[- ]?effects?|irreversibl[ey]|permanent(?:ly)?|cannot\s+be\s+undone|destructive|mutat(?:es?|ing|ion)|in[- ]place)\b|只读|不会?修改|无副作用|副作用|不可逆|不可恢复|永久/iu;

function formsOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).flatMap(inflect));
}

/** Base, third person, -ing and past, with doubled consonants; a few non-words do no harm. */
function inflect(base: string): string[] {
  const last = base.at(-1) ?? '';
  const isOnY = /[^aeiou]y$/.test(base);
  const stem = last === 'e' ? base.slice(0, -1) : isOnY ? `${base.slice(0, -1)}i` : base;
  const third = isOnY ? `${stem}es` : /(?:s|x|z|ch|sh|o)$/.test(base) ? `${base}es` : `${base}s`;
  const ing = last === 'e' ? `${stem}ing` : `${base}ing`;
  const doubled = /[^aeiou][aeiou][^aeiouwxy]$/.test(base)
    ? [`${base}${last}ing`, `${base}${last}ed`]
    : [];
  return [base, third, ing, `${stem}ed`, ...doubled];
}
